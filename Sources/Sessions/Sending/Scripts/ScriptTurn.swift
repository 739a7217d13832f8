import Basics
import Essentials
import Networking
import Workspaces

/// One request whose scripts run: the request and its surroundings, as they are before the next job.
struct ScriptTurn: Sendable {
  let session: SendSession
  var plan: SendPlan
  /// The context with the variables of the session and of this send.
  var context: SendContext
  let chain: SendChain
  var state: SendScripts
  /// True once the request was sent: its answer stays, whatever becomes of its scripts.
  var isAfter = false

  var scope: AnswerScope { context.answerScope }

  /// - Parameter send: the request as it was sent, after its answer.
  func job(_ scripts: [PlacedScript], for send: SessionSend? = nil, _ exchange: Exchange? = nil) -> ScriptJob {
    let definition = send?.prepared.definition ?? plan.definition
    let form = RequestForm(definition, in: context)
    // Lines of a file that lasts for one command help nobody: those of the script count.
    let scripts =
      session.options.keepsConsent
      ? scripts
      : scripts.map {
        PlacedScript(phase: $0.phase, code: $0.code, file: $0.file)
      }
    let id = plan.requestID
    var job: ScriptJob
    if let exchange {
      job = ScriptJob(rules: state.scripts.rules, scripts: scripts, request: sent(form, definition, exchange))
      if exchange.isAnswered {
        job.setAnswer(exchange, cookies: session.cookies(for: exchange.finalURL, in: context))
      }
      if let body = state.results.responseBody { (job.body, job.withheldBody) = (Array(body.plainText.utf8), nil) }
    } else {
      job = ScriptJob(rules: state.scripts.rules, scripts: scripts, request: form.json(id: id))
    }
    let scopes = ScriptScopes(of: definition, in: context, data: session.options.iteration.data)
    job.scopes = scopes.values
    job.secrets = scopes.secrets
    job.info = info(definition, isBefore: exchange == nil)
    job.seed = session.dynamic.random(UInt64.max)
    job.names = session.scriptNames(in: scope)
    job.timeout = session.options.scriptTimeout ?? context.scriptTimeout(for: definition)
    return job
  }

  /// The request after it was sent, without the user's own values, which scripts must ask for.
  private func sent(_ form: RequestForm, _ definition: RequestDefinition, _ exchange: Exchange) -> JSONValue {
    let table = context.table(for: definition)
    var json = form.json(id: plan.requestID) { table.textForScripts($0) }
    guard let request = exchange.hops.first?.request else { return json }
    // The transport of a call has another method, and the URL of server and method.
    if definition.kind != .grpc {
      json["method"] = .string(request.method)
      if context.userSources(in: request.url).isEmpty { json["url"] = .string(request.url) }
    }
    var headers = (json["headers"]?.array ?? []).filter { $0["disabled"]?.bool != true }
    let names = Set(headers.compactMap { $0["key"]?.string?.lowercased() })
    // Credentials that the program has added are not the script's.
    for header in request.headers.fields where !names.contains(header.name.lowercased()) {
      guard !CredentialName.isHeader(header.name), context.userSources(in: header.value).isEmpty else { continue }
      headers.append(.object(["key": .string(header.name), "value": .string(header.value)]))
    }
    json["headers"] = .array(headers)
    if !definition.kind.isConversation, var body = json["body"], body["raw"] != nil, let bytes = request.body?.allBytes,
      let text = String(validating: bytes, as: UTF8.self), context.userSources(in: text).isEmpty
    {
      body["raw"] = .string(text)
      json["body"] = body
    }
    return json
  }

  private func info(_ definition: RequestDefinition, isBefore: Bool) -> JSONValue {
    let iteration = session.options.iteration
    let folders = context.layers.dropFirst().map(\.name)
    let collection = context.layers.first?.name ?? ""
    let id = plan.requestID.map { session.options.requestIDs[$0] ?? $0 } ?? definition.name
    let location = [collection] + folders + [definition.name]
    return .object([
      "eventName": isBefore ? "prerequest" : "test", "iteration": .int(iteration.index),
      "iterationCount": .int(iteration.count), "requestName": .string(definition.name),
      "requestId": .string(id), "environmentName": .text(context.environment?.name),
      "collectionName": .string(collection), "collectionPath": .string(context.folder),
      "folders": .array(folders.map { .string($0) }), "location": .array(location.map { .string($0) }),
      "authMode": .string(context.authentication(of: definition).0.scheme.word), "isRunner": .bool(iteration.isRun),
      "timeZone": .string(TimeZone.current.identifier),
    ])
  }
}

extension SendSession {
  nonisolated func cookies(for url: String?, in context: SendContext) -> [Cookie] {
    guard let url, let jar = scriptJar(in: context) else { return [] }
    return jar.cookies(for: url, now: dynamic.now())
  }

  /// The jar of the collection and environment; `nil` if it keeps no cookies.
  nonisolated func scriptJar(in context: SendContext) -> CookieJar? {
    guard let cookies = dependencies.cookies, let workspace, workspace.keepsCookies(of: context.folder) else {
      return nil
    }
    return cookies.jar(for: context.answerScope, .keep).jar
  }
}
