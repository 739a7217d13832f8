import Foundation
import Synchronization
import TestSupport
import Workspaces

/// A workspace with a separate secret in every possible place, and a server that repeats them all.
struct TaintSample {
  /// A place for a secret, and the request that contains it.
  struct Place: Hashable {
    var name: String
    var request: String
    /// True if the secret is in the request's file instead of a variable.
    var isLiteral = false
  }

  static let places: [Place] = [
    Place(name: "path", request: "get"), Place(name: "query", request: "get"), Place(name: "header", request: "get"),
    Place(name: "bearer", request: "get"), Place(name: "literalHeader", request: "get", isLiteral: true),
    Place(name: "literalQuery", request: "get", isLiteral: true), Place(name: "cookie", request: "get"),
    Place(name: "row", request: "form"), Place(name: "basic", request: "form"),
    Place(name: "literalRow", request: "form", isLiteral: true), Place(name: "given", request: "form"),
    Place(name: "part", request: "parts"), Place(name: "key", request: "parts"),
    Place(name: "literalPart", request: "parts", isLiteral: true), Place(name: "name", request: "parts"),
    Place(name: "member", request: "json"), Place(name: "queryKey", request: "json"),
    Place(name: "literalMember", request: "json", isLiteral: true),
    Place(name: "token", request: "text"), Place(name: "authorization", request: "text"),
    Place(name: "formText", request: "text"), Place(name: "user", request: "user"),
    Place(name: "value", request: "user"),
  ]
  static let requests = ["get", "form", "parts", "json", "text", "user"]
  /// The content between the two marks of a secret.
  static let middles = [
    "", "c r s", "a<b>&c", "x+y%20/=z", #"p\q"r'"#, "ä☂𝄞é", "$(id);`!^%P%", "u:p@h?&=,;",
    "://h.example/x?token=t1&sig= : ", #"{"password":"p1","end": "#,
  ]

  let folder: TemporaryDirectory
  let server: AnsweringServer
  let round: Int

  /// The number in the marks of a secret.
  static func number(_ place: Place, _ round: Int) -> String {
    let index = places.firstIndex(of: place) ?? 0
    return "\(round)" + (index < 10 ? "0\(index)" : "\(index)") + "0"
  }

  func secret(_ place: Place) -> String {
    let mark = TaintDetector.mark + Self.number(place, round)
    let middle = Self.middles[round]
    // One is a whole JSON object.
    return middle.first == "{" ? #"{"begin":"\#(mark)",\#(middle.dropFirst())"\#(mark)"}"# : mark + middle + mark
  }

  private func secret(_ name: String) -> String { Self.places.first { $0.name == name }.map(secret) ?? "" }

  static func places(of request: String) -> [Place] { places.filter { $0.request == request } }

  init(round: Int) throws {
    self.round = round
    folder = try TemporaryDirectory("taint")
    let answers = Mutex<[String: String]>([:])
    server = try AnsweringServer { request in
      let name = String(request.target.dropFirst().prefix { $0 != "/" && $0 != "?" })
      let isJSON = name == "json"
      let text = answers.withLock { $0[name] ?? "" }
      let body = isJSON ? "{\"echo\": \"\(TaintForm.json(text))\"}" : text
      return Answer.text(
        body, headers: ["Content-Type: \(isJSON ? "application/json" : "text/plain")", "Set-Cookie: s=1"])
    }
    for name in Self.requests {
      let lines = Self.places(of: name).flatMap { place in
        TaintForm.cases(of: place).map { $0.text(secret(place)) }
      }
      // One response is so large that its body is stored separately; another is not text.
      let filler = name == "form" ? String(repeating: "filler ", count: 4000) : name == "parts" ? "\0\u{1}" : ""
      answers.withLock { $0[name] = lines.joined(separator: "\n") + filler }
    }
    try write()
  }

  /// Stores the secrets, for the server.
  func keep(in workspace: Workspace) throws {
    try workspace.secretStore(of: workspace.path).set(kept, of: "local")
    let uses = kept.keys.map { UserValueUse(.secret("local/\($0)"), to: server.url) }
    try workspace.consents.allow(uses, for: workspace.path)
  }

  private func write() throws {
    try folder.write("w/opencollection.yml", "opencollection: 1.0.0\n\ninfo:\n  name: Taint\n")
    let names = Self.places.filter { !$0.isLiteral }.map { "  - secret: true\n    name: s_\($0.name)\n" }
    try folder.write(
      "w/environments/local.yml",
      "name: local\nvariables:\n  - name: base_url\n    value: \(server.url)\n" + names.joined())
    try writeTexts()
    try writeParts()
    try writeNamed()
  }

  /// Writes a file in which masking by name would cover a part of a secret.
  private func writeNamed() throws {
    try request(
      "text", "POST", "?token={{s_token}}&b=1",
      """
        headers:
          - name: Authorization
            value: "{{s_authorization}}"
          - name: Content-Type
            value: application/x-www-form-urlencoded
        body:
          type: text
          data: "password={{s_formText}}&x={{s_formText}}"

      """, check: nil)
    let body = #"{"password":"{{s_value}}","x":"{{s_value}}","y":{{s_value}}}"#
    try request(
      "user", "POST", "",
      """
        body:
          type: json
          data: \(quoted(body))
        auth:
          type: basic
          username: "{{s_user}}"
          password: pw

      """, check: nil)
  }

  private func quoted(_ text: String) -> String { "\"\(TaintForm.json(text))\"" }
  private func component(_ text: String) -> String { TaintForm.percentUpper.text(text) }

  private func request(_ name: String, _ method: String, _ url: String, _ rest: String, check checked: String?) throws {
    let check =
      "\nruntime:\n  assertions:\n    - expression: res.body\n      operator: eq\n      value: \"{{s_NAME}}!\"\n"
    let head = "info:\n  name: \(name)\n  type: http\n\nhttp:\n  method: \(method)\n"
    let target = "  url: \(quoted("{{base_url}}/\(name)\(url)"))\n"
    try folder.write(
      "w/\(name).yml", head + target + rest + (checked.map { check.replacing("NAME", with: $0) } ?? ""))
  }

  private func writeTexts() throws {
    try request(
      "get", "GET", "/{{s_path}}?q={{s_query}}&password=\(component(secret("literalQuery")))",
      """
        headers:
          - name: X-Plain
            value: "{{s_header}}"
          - name: Cookie
            value: "sid={{s_cookie}}"
          - name: X-Auth-Token
            value: \(quoted(secret("literalHeader")))
        auth:
          type: bearer
          token: "{{s_bearer}}"

      """, check: "header")
    try request(
      "form", "POST", "",
      """
        headers:
          - name: X-Given
            value: "{{s_given}}"
        body:
          type: form-urlencoded
          data:
            - name: a
              value: "{{s_row}}"
            - name: password
              value: \(quoted(secret("literalRow")))
        auth:
          type: basic
          username: user
          password: "{{s_basic}}"

      """, check: "row")
  }

  private func writeParts() throws {
    try folder.write("w/data.bin", [0, 1, 2, 255, 0])
    try request(
      "parts", "POST", "",
      """
        body:
          type: multipart-form
          data:
            - name: a
              type: text
              value: "{{s_part}}"
            - name: "{{s_name}}"
              type: text
              value: b
            - name: password
              type: text
              value: \(quoted(secret("literalPart")))
            - name: file
              type: file
              value:
                - ./data.bin
        auth:
          type: apikey
          key: X-Own
          value: "{{s_key}}"
          placement: header

      """, check: nil)
    let body = #"{"a": "{{s_member}}", "password": "\#(TaintForm.json(secret("literalMember")))"}"#
    try request(
      "json", "POST", "",
      """
        body:
          type: json
          data: \(quoted(body))
        auth:
          type: apikey
          key: k
          value: "{{s_queryKey}}"
          placement: query

      """, check: "member")
  }

  /// The argument of `--var`: its secret is declared but not stored.
  var given: String { "s_given=" + secret("given") }

  /// The secrets in the store.
  var kept: [String: String] {
    let all = Self.places.filter { !$0.isLiteral && $0.name != "given" }
    return Dictionary(uniqueKeysWithValues: all.map { ("s_\($0.name)", secret($0)) })
  }
}
