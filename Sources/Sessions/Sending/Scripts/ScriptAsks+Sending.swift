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
    // The collection's headers and login are not the script's.
    var plan = SendPlan(
      definition: definition, context: turn.context.inheriting(.way), workspace: session.workspace,
      environment: turn.plan.environment)
    plan.isConfirmed = turn.plan.isConfirmed
    // Everything that the request contains, for a search in it.
    let text = RequestForm(definition, in: turn.context.inheriting(.nothing)).json(id: nil).text
    if let refused = refusal(of: plan, containing: text) { return ScriptAnswer(Self.failure(refused)) }
    plan.redirectRefusal = { from, to in
      let target = URLParts(to.url)
      guard !Redirect.mayCarryCredentials(from: URLParts(from.url), to: target) else { return nil }
      let origin = VariableTable().origin(of: to.url) ?? target.hostAndPort
      return self.refusal(of: text + to.url, to: [origin])
    }
    return await sent(plan, turn.chain)
  }

  /// The reason to refuse a request; `nil` if it may be sent.
  private func refusal(of plan: SendPlan, containing text: String) -> String? {
    let definition = plan.definition
    let context = session.current(plan.context, plan)
    let table = context.table(for: definition)
    guard table.origin(of: table.resolved(definition.url).text) != nil else { return "\(definition.url) has no host" }
    if context.environment?.asks(before: definition.method) == true, !plan.isConfirmed {
      return "the environment is protected; confirm this send"
    }
    return refusal(of: text, to: context.origins(of: definition))
  }

  /// The reason to refuse a text of scripts to some servers; `nil` if they may get it. A server that the user can allow
  /// is noted.
  private func refusal(of text: String, to origins: Set<String>) -> String? {
    let context = turn.context
    guard let policy = context.consent else { return nil }
    do throws(WorkspaceError) {
      var other = origins.subtracting(session.options.scriptOrigins.union(turn.state.origins))
      if !other.isEmpty { other.subtract(session.collectionOrigins(in: context)) }
      let servers = other.sorted().map { UserValueUse(.scriptOrigin($0), to: $0, place: "scripts") }
      if let use = try policy.unallowed(servers).first {
        note(missing: use)
        let option = session.options.keepsConsent ? "apus allow --script-origin" : "--allow-script-origin"
        return "no request of the collection goes to \(use.receiver); allow it with \(option) \(use.receiver)"
      }
      // A script may have read such a value where it was sent before.
      let sources = context.userSources(in: text)
      let uses = origins.sorted().flatMap { origin in
        sources.map { UserValueUse($0, to: origin, place: "scripts") }
      }
      guard let use = try policy.unallowed(uses).first else { return nil }
      note(missing: use)
      return "\(use.what) would go to \(use.receiver), which you have not allowed for this collection"
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
    let failure = exchange.failure
    guard failure == nil, let response = ResponseForm.json(exchange, cookies: cookies) else {
      let refusal = failure?.category == .refusedRedirect ? failure?.detail : nil
      return ScriptAnswer(Self.failure(refusal ?? failure?.message ?? fault, code: failure?.category.nodeCode))
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
