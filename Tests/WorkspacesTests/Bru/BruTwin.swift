import Foundation
import Testing

@testable import Workspaces

/// The result of upstream's reader for a file, read with Foundation alone, and our model in the same format: one line
/// per item.
struct BruTwin {
  typealias Object = [String: NSObject]
  private(set) var lines: [String] = []

  private let saysStatus: Bool

  /// - Parameter saysStatus: whether the file contains status texts of answers.
  init(_ twin: Object, saysStatus: Bool = true) {
    self.saysStatus = saysStatus
    let http = twin["http"] as? Object ?? [:]
    let meta = twin["meta"] as? Object ?? [:]
    add("name \(Self.text(meta["name"])) tags \((meta["tags"] as? [String] ?? []).joined(separator: ","))")
    if let sequence = meta["seq"] { add("seq \(Double(Self.text(sequence)) ?? -1)") }
    if !http.isEmpty || meta["type"] as? String == "http" {
      add("\(http.isEmpty ? "GET" : Self.text(http["method"]).uppercased()) \(Self.text(http["url"]))")
    }
    for row in Self.rows(twin["params"]) { add("\(Self.text(row["type"])) \(Self.row(row))") }
    for row in Self.rows(twin["headers"]) { add("header \(Self.row(row))") }
    add(body: twin["body"] as? Object ?? [:], mode: Self.text(http["body"]))
    let auth = twin["auth"] as? Object ?? [:]
    add(auth: auth, mode: Self.text(http["auth"] ?? auth["mode"]))
    let vars = twin["vars"] as? Object ?? [:]
    for row in Self.rows(vars["req"]) { add("variable \(Self.row(row))") }
    for row in Self.rows(vars["res"]) {
      let isLocal = (row["local"] as? NSNumber)?.boolValue == true
      add("capture \(isLocal ? "request" : "runtime") \(Self.row(row))")
    }
    for row in Self.rows(twin["assertions"]) { add("assert \(Self.row(row))") }
    let script = twin["script"] as? Object ?? [:]
    if let code = script["req"] { add("before-request \(Self.text(code))") }
    if let code = script["res"] { add("after-response \(Self.text(code))") }
    if let code = twin["tests"] { add("tests \(Self.text(code))") }
    add("docs \(Self.text(twin["docs"]))")
    let settings = twin["settings"] as? Object ?? [:]
    for name in settings.keys.sorted() { add("\(name) \(settings[name] ?? NSNull())") }
    for example in Self.rows(twin["examples"]) { add(example: example) }
  }

  private mutating func add(_ line: String) { lines.append(line) }

  private static func text(_ value: NSObject?) -> String {
    value as? String ?? (value as? NSNumber)?.stringValue ?? ""
  }

  private static func rows(_ value: NSObject?) -> [Object] { value as? [Object] ?? [] }

  private static func row(_ row: Object) -> String {
    "\(text(row["name"]))=\(text(row["value"])) \((row["enabled"] as? NSNumber)?.boolValue == true)"
  }

  private mutating func add(body: Object, mode: String) {
    switch mode {
    case "json", "text", "xml", "sparql": add("body \(mode) \(Self.text(body[mode]))")
    case "form-urlencoded", "formUrlEncoded":
      for row in Self.rows(body["formUrlEncoded"]) { add("form \(Self.row(row))") }
    case "multipart-form", "multipartForm":
      for row in Self.rows(body["multipartForm"]) {
        let files = (row["value"] as? [String])?.joined(separator: "|")
        let value = files.map { "@\($0)" } ?? Self.text(row["value"])
        let isOn = (row["enabled"] as? NSNumber)?.boolValue == true
        add("part \(Self.text(row["name"]))=\(value) \(Self.text(row["contentType"])) \(isOn)")
      }
    case "file":
      for row in Self.rows(body["file"]) {
        let isOn = (row["selected"] as? NSNumber)?.boolValue == true
        add("file \(Self.text(row["filePath"])) \(Self.text(row["contentType"])) \(isOn)")
      }
    case "graphql":
      let graph = body["graphql"] as? Object ?? [:]
      add("graphql \(Self.text(graph["query"])) \(Self.text(graph["variables"]))")
    default: break
    }
  }

  /// Upstream's names for `oauth2` in the newer format.
  private mutating func add(auth: Object, mode: String) {
    if mode.isEmpty || mode == "none" { return }
    let oauth2 = [
      "grantType": "flow", "clientId": "credentials.clientId", "clientSecret": "credentials.clientSecret",
      "credentialsPlacement": "credentials.placement", "credentialsId": "tokenConfig.id",
      "tokenSource": "tokenConfig.source", "autoFetchToken": "settings.autoFetchToken",
      "autoRefreshToken": "settings.autoRefreshToken", "pkce": "pkce.disabled",
      "tokenHeaderPrefix": "tokenConfig.placement.header",
    ]
    // The field that exists determines the placement; the other one is a default of the reader.
    let skipped = ["tokenPlacement", "tokenQueryKey"]
    var fields: [String] = []
    for (name, value) in auth[mode] as? Object ?? [:] where !(mode == "oauth2" && skipped.contains(name)) {
      let flag = (value as? NSNumber).map { $0.boolValue != (name == "pkce") }
      let text = value is String ? Self.text(value) : flag.map { $0 ? "true" : "false" } ?? ""
      fields.append("\(mode == "oauth2" ? oauth2[name] ?? name : name)=\(text)")
    }
    add("auth \(mode) \(fields.sorted().joined(separator: " "))")
  }

  private mutating func add(example: Object) {
    let request = example["request"] as? Object ?? [:]
    let response = example["response"] as? Object ?? [:]
    add("example \(Self.text(example["name"])) note \(Self.text(example["description"]))")
    add("\(Self.text(request["method"]).uppercased()) \(Self.text(request["url"]))")
    for row in Self.rows(request["headers"]) { add("header \(Self.row(row))") }
    let body = request["body"] as? Object ?? [:]
    add(body: body, mode: Self.text(body["mode"]))
    let said = response["body"] as? Object ?? [:]
    add(
      "answer \(Self.text(response["status"])) \(saysStatus ? Self.text(response["statusText"]) : "") \(Self.text(said["content"]))"
    )
  }
}

extension BruTwin {
  /// Our result for a request.
  init(_ made: RequestDefinition) {
    self.init([:])
    lines = ["name \(made.name) tags \(made.tags.joined(separator: ","))"]
    if let sequence = made.sequence { lines.append("seq \(sequence)") }
    lines.append("\(made.method.uppercased()) \(made.url)")
    lines += made.params.map { "\($0.place.rawValue) \(Self.row($0.row))" }
    lines += made.headers.map { "header \(Self.row($0))" }
    add(made.body)
    add(made.authentication)
    lines += made.variables.map { "variable \(Self.row($0))" }
    lines += made.captures.map { "capture \($0.scope) \($0.variable)=\($0.expression) \($0.isEnabled)" }
    lines += made.assertions.map { assertion in
      let value = assertion.operator == "eq" ? assertion.value : "\(assertion.operator) \(assertion.value)"
      return "assert \(assertion.expression)=\(value) \(assertion.isEnabled)"
    }
    lines += made.scripts.map { "\($0.phase) \($0.code)" } + ["docs \(made.docs)"]
    let settings = made.settings
    if let flag = settings.encodeURL { lines.append("encodeUrl \(flag ? 1 : 0)") }
    if let flag = settings.followRedirects { lines.append("followRedirects \(flag ? 1 : 0)") }
    if let count = settings.maxRedirects { lines.append("maxRedirects \(count)") }
    if let time = settings.timeout { lines.append("timeout \(Int(time))") }
    for example in made.examples {
      lines += ["example \(example.name) note \(example.note)", "\(example.method) \(example.url)"]
      lines += example.headers.map { "header \(Self.row($0))" }
      add(example.body)
      let answer = example.answer
      lines.append("answer \(answer.status.map(String.init) ?? "") \(answer.statusText) \(answer.body)")
    }
  }

  /// Our result for shared settings.
  init(_ made: SharedSettings, name: String) {
    self.init(
      RequestDefinition(
        name: name, headers: made.headers, authentication: made.authentication, variables: made.variables,
        captures: made.captures, scripts: made.scripts, docs: made.docs))
    lines.remove(at: 1)
  }

  private static func row(_ row: Row) -> String { "\(row.name)=\(row.value) \(row.isEnabled)" }

  private mutating func add(_ body: BodyDefinition) {
    switch body {
    case .none: break
    case .text(let kind, let text): lines.append("body \(kind.word) \(text)")
    case .form(let rows): lines += rows.map { "form \(Self.row($0))" }
    case .multipart(let parts):
      lines += parts.map { part in
        let value: String =
          switch part.content {
          case .text(let text): text
          case .files(let paths): "@" + paths.joined(separator: "|")
          }
        return "part \(part.name)=\(value) \(part.contentType) \(part.isEnabled)"
      }
    case .file(let choices): lines += choices.map { "file \($0.path) \($0.contentType) \($0.isSelected)" }
    case .graphql(let query, let variables): lines.append("graphql \(query) \(variables)")
    }
  }

  private mutating func add(_ auth: Authentication) {
    if auth.scheme == .none { return }
    let fields = auth.fields.map { "\($0.name)=\($0.value)" }.sorted().joined(separator: " ")
    lines.append("auth \(auth.scheme.word) \(fields)")
  }
}
