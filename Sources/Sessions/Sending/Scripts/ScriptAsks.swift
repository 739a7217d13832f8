import Basics
import Networking
import Synchronization
import Workspaces

/// Answers what the scripts of one job ask for: sends, cookies, modules, and values of the user's.
final class ScriptAsks: Sendable {
  /// Findings while answering.
  struct Found: Sendable {
    /// The user's values and servers that the scripts may not use yet.
    var missing: [UserValueUse] = []
    /// The modules that may not run yet.
    var modules: [PlacedScript] = []
    /// The values that the scripts got; they are masked from now on.
    var secrets: Set<String> = []
    var answers: [ScriptReply] = []
  }

  let turn: ScriptTurn
  let state = Mutex(Found())

  init(_ turn: ScriptTurn) { self.turn = turn }

  var found: Found { state.withLock { $0 } }
  var session: SendSession { turn.session }

  func answer(_ ask: JSONValue) async -> ScriptAnswer {
    let answer = await reply(to: ask)
    state.withLock { $0.answers.append(ScriptReply(to: ask, answer.json, body: answer.body)) }
    return answer
  }

  private func reply(to ask: JSONValue) async -> ScriptAnswer {
    let name = ask["name"]?.string ?? ""
    switch ask["ask"]?.string {
    case "send": return await send(ask)
    case "run": return await run(name)
    case "cookies": return ScriptAnswer(cookies(ask))
    case "secret": return ScriptAnswer(await secret(name, in: ask["scope"]?.string))
    case "process": return ScriptAnswer(process(name))
    case "module": return ScriptAnswer(module(name, from: ask["from"]?.string))
    case "dynamic": return ScriptAnswer(dynamic(name))
    default: return ScriptAnswer(Self.failure("Apus does not know this question"))
    }
  }

  static func failure(_ message: String, code: String? = nil) -> JSONValue {
    let error = JSONValue.object(["name": "Error", "message": .string(message), "code": .text(code)])
    return .object(["error": error])
  }
}

/// Values of the user's.
extension ScriptAsks {
  private static func refusal(_ why: String) -> JSONValue { .object(["refused": .string(why)]) }

  /// Returns whether a value may go to scripts; a missing permission is noted.
  private func refusal(of source: UserValueSource) -> JSONValue? {
    guard let policy = turn.context.consent else { return nil }
    let use = UserValueUse(source, to: UserValueUse.scripts, place: "scripts")
    if let why = policy.refusal(of: use) { return Self.refusal(why) }
    do throws(WorkspaceError) {
      guard try policy.unallowed([use]).isEmpty else {
        note(missing: use)
        return Self.refusal("you have not allowed scripts to read \(use.what)")
      }
      return nil
    } catch {
      return Self.refusal(error.description)
    }
  }

  func note(missing use: UserValueUse) {
    state.withLock { if !$0.missing.contains(use) { $0.missing.append(use) } }
  }

  private func give(_ value: String, from source: UserValueSource?, isSecret: Bool) -> JSONValue {
    if isSecret { state.withLock { _ = $0.secrets.insert(value) } }
    if let source { session.noteRead(value, from: source, in: turn.scope) }
    return .object(["value": .string(value)])
  }

  private func secret(_ name: String, in scope: String?) async -> JSONValue {
    guard let scope = scope.flatMap(ScriptScope.init) else { return .object([]) }
    let table = turn.context.table(for: turn.plan.definition)
    if let entry = table.entry(named: name, in: scope) {
      if let source = entry.source, let refused = refusal(of: source) { return refused }
      return give(entry.value, from: entry.source, isSecret: true)
    }
    guard let workspace = session.workspace else { return .object([]) }
    do throws(SendRefusal) {
      let asked = RequestDefinition(name: "", url: "{{\(name)}}")
      guard let found = try workspace.secretCommands(for: asked, in: turn.context).first else {
        return Self.refusal("the secret \(name) has no value on this machine")
      }
      let source = UserValueSource.command(found.command.command)
      if let refused = refusal(of: source) { return refused }
      let values = try await session.values(of: [found], in: workspace)
      return values.first.map { give($0.value, from: source, isSecret: true) } ?? .object([])
    } catch {
      return Self.refusal(error.headline)
    }
  }

  private func process(_ name: String) -> JSONValue {
    guard let entry = turn.context.variables.processEntry(named: name) else { return .object([]) }
    if let source = entry.source, let refused = refusal(of: source) { return refused }
    return give(entry.value, from: entry.source, isSecret: entry.isSecret)
  }

  private func dynamic(_ name: String) -> JSONValue {
    let resolved = VariableTable().resolved("{{\(name)}}", dynamic: session.dynamic)
    return resolved.unresolved.isEmpty ? .object(["value": .string(resolved.text)]) : .object([])
  }
}

/// Cookies of the collection and environment.
extension ScriptAsks {
  private func cookies(_ ask: JSONValue) -> JSONValue {
    guard let jar = session.scriptJar(in: turn.context) else { return Self.failure("the collection keeps no cookies") }
    let (url, name) = (turn.context.variables.resolved(ask["url"]?.string ?? "").text, ask["name"]?.string)
    switch ask["op"]?.string {
    case "get":
      let found = jar.cookies(for: url, now: session.dynamic.now()).first { $0.name == name }
      return .object(["value": found.map(ResponseForm.json) ?? .null])
    case "getAll":
      let found = jar.cookies(for: url, now: session.dynamic.now())
      return .object(["value": .array(found.map(ResponseForm.json))])
    case "set":
      guard let cookie = Cookie(script: ask["cookie"] ?? .null, url: url) else {
        return Self.failure("the cookie is invalid for \(url)")
      }
      jar.set(cookie, now: session.dynamic.now())
      return kept(.object(["value": ResponseForm.json(cookie)]))
    case "unset":
      jar.removeAll { $0.name == name && $0.matches(url, now: session.dynamic.now()) }
      return kept(.object(["value": .null]))
    case "clear":
      jar.removeAll { $0.matches(url, now: session.dynamic.now()) }
      return kept(.object(["value": .null]))
    default: return Self.failure("Apus does not know this question about cookies")
    }
  }

  private func kept(_ answer: JSONValue) -> JSONValue {
    do throws(WorkspaceError) {
      try session.dependencies.cookies?.keep(turn.scope)
      return answer
    } catch {
      return Self.failure("the cookies cannot be stored: \(error.description)")
    }
  }
}

extension Cookie {
  /// A cookie as a script gives it: `name` and `value`, or the text of a `Set-Cookie` header.
  fileprivate init?(script json: JSONValue, url: String) {
    if let text = json.string {
      self.init(setCookie: text, from: url)
      return
    }
    guard let name = json["name"]?.string ?? json["key"]?.string else { return nil }
    let value = json["value"]?.plainText ?? ""
    var text = "\(name)=\(value)"
    for (attribute, key) in [("Domain", "domain"), ("Path", "path"), ("Expires", "expires"), ("Max-Age", "maxAge")] {
      if let value = json[key], value != .null { text += "; \(attribute)=\(value.plainText)" }
    }
    if json["secure"]?.bool == true { text += "; Secure" }
    if json["httpOnly"]?.bool == true { text += "; HttpOnly" }
    self.init(setCookie: text, from: url)
  }
}
