import Basics
import Networking
import Synchronization
import Workspaces

/// Requests that scripts send: through the session's client, cookies and history, to servers of the collection only.
extension ScriptAsks {
  func send(_ ask: JSONValue) async -> ScriptAnswer {
    var definition = RequestForm.changed(
      RequestDefinition(name: "script", authentication: .none), from: .object([]), to: ask["request"] ?? .null,
      inherited: [])
    definition.kind = .http
    if let refused = refusal(of: definition) { return ScriptAnswer(Self.failure(refused)) }
    // The collection's headers and login are not the script's.
    var plan = SendPlan(
      definition: definition, context: turn.context.inheriting(.way), workspace: session.workspace,
      environment: turn.plan.environment)
    plan.isConfirmed = turn.plan.isConfirmed
    return await sent(plan, turn.chain)
  }

  /// Why a request may not be sent; `nil` if it may. A server that the user can allow is noted.
  private func refusal(of definition: RequestDefinition) -> String? {
    let context = turn.context
    let table = context.table(for: turn.plan.definition)
    let url = table.resolved(definition.url).text
    guard let origin = table.origin(of: url) else { return "\(definition.url) has no host" }
    if context.environment?.asks(before: definition.method) == true, !turn.plan.isConfirmed {
      return "the environment is protected; confirm this send"
    }
    guard let policy = context.consent else { return nil }
    do throws(WorkspaceError) {
      let known = session.options.scriptOrigins.union(turn.state.origins)
      if !known.contains(origin), !session.collectionOrigins(in: context).contains(origin) {
        let use = UserValueUse(.scriptOrigin(origin), to: origin, place: "scripts")
        guard try policy.unallowed([use]).isEmpty else {
          note(missing: use)
          let option = session.options.keepsConsent ? "apus allow --script-origin" : "--allow-script-origin"
          return "no request of the collection goes to \(origin); allow it with \(option) \(origin)"
        }
      }
      // A script may have read such a value where it was sent before.
      let text = RequestForm(definition, in: context.inheriting(.nothing)).json(id: nil).text
      let uses = context.userSources(in: text).map { UserValueUse($0, to: origin, place: "scripts") }
      guard let use = try policy.unallowed(uses).first else { return nil }
      note(missing: use)
      return "\(use.what) would go to \(origin), which you have not allowed for this collection"
    } catch {
      return error.description
    }
  }

  /// Sends a request of the collection with its own scripts.
  func run(_ name: String) async -> ScriptAnswer {
    func failure(_ why: String) -> ScriptAnswer { ScriptAnswer(Self.failure("\(name): \(why)")) }
    let folder = turn.context.folder
    let trimmed = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
    let ending = FilePaths.ending(of: trimmed)
    let id = FilePaths.endings.contains(ending) ? String(trimmed.dropLast(ending.utf8.count + 1)) : trimmed
    guard let workspace = session.workspace, let path = workspace.path(ofRequest: id, in: folder) else {
      return failure("the collection has no such request")
    }
    guard !turn.chain.requests.contains(id) else { return failure("its scripts run each other") }
    do throws(WorkspaceError) {
      let file = try workspace.request(at: path)
      let context = try workspace.context(
        for: path, environment: turn.context.environment?.name, inputs: turn.context.inputs)
      var plan = SendPlan(
        definition: file.definition, context: context, workspace: workspace, requestID: id,
        environment: turn.plan.environment)
      plan.context.options = turn.context.options
      plan.isConfirmed = turn.plan.isConfirmed
      if context.environment?.asks(before: file.definition.method) == true, !plan.isConfirmed {
        return failure("the environment is protected; confirm this send")
      }
      var chain = turn.chain
      chain.requests.append(id)
      return await sent(plan, chain)
    } catch {
      return failure(error.description)
    }
  }

  private func sent(_ plan: SendPlan, _ chain: SendChain) async -> ScriptAnswer {
    var fault = "it was not sent"
    let answer = await session.send(plan, chain) { event in
      switch event {
      case .refused(let refusal): fault = refusal.headline
      case .failed(let error): fault = error.message
      case .asking(.consent(let uses)):
        for use in uses { self.note(missing: use) }
        fault = uses.first.map { "you have not allowed \($0.what) for \($0.receiver)" } ?? fault
      case .asking: fault = "it needs an answer of yours; send it yourself first"
      case .skipped: fault = "its script skipped it"
      default: break
      }
    }
    guard let exchange = answer?.record.exchange else { return ScriptAnswer(Self.failure(fault)) }
    let cookies = session.cookies(for: exchange.finalURL, in: turn.context)
    guard let response = ResponseForm.json(exchange, cookies: cookies) else {
      let failure = exchange.failure
      return ScriptAnswer(Self.failure(failure?.message ?? fault, code: failure?.category.nodeCode))
    }
    let body = ResponseForm.body(exchange)
    return ScriptAnswer(.object(["response": response]), body: body.bytes, withheldBody: body.withheld)
  }
}

extension NetworkError.Category {
  /// The code of Node.js that scripts compare with.
  fileprivate var nodeCode: String? {
    switch self {
    case .resolve: "ENOTFOUND"
    case .connect: "ECONNREFUSED"
    case .connectTimeout, .idleTimeout, .totalTimeout: "ETIMEDOUT"
    default: nil
    }
  }
}
