import Foundation
import Interchange
import Networking
import TestSupport
import Workspaces

/// Requests, folders and environments built from the naughty strings, identical in every run.
struct RandomDefinition {
  var random: SeededGenerator
  let strings: [String]

  init(seed: UInt64) throws {
    let extra = [
      "{{x}}", "a`b", "```", "#", "\\u{41}", "\r\n", " lead", "trail ", "### x", "< file", "> {% x %}", "file,x;",
      "plain",
      "{\"a\": 1}", "// c", "# @name y", "a: b", "[Options]", "HTTP 200", "--x", "{{$uuid}}", "x\\", "\"q\"", "tab\tx",
      "",
    ]
    strings = try Corpora.naughtyStrings() + extra + extra
    random = SeededGenerator(seed: seed)
  }

  mutating func text() -> String { strings.randomElement(using: &random) ?? "" }
  mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  private mutating func list<Element>(_ most: Int, _ make: (inout Self) -> Element) -> [Element] {
    (0..<Int.random(in: 0...most, using: &random)).map { _ in make(&self) }
  }

  mutating func row(named name: String? = nil) -> Row {
    Row(name ?? text(), text(), isEnabled: !chance(5), note: chance(4) ? text() : "")
  }

  private mutating func header() -> Row {
    var row = row()
    row.omitsBlank = chance(4)
    return row
  }

  /// - Parameter isWhole: true to include everything that a definition may contain, even if other formats cannot
  ///   express it.
  mutating func request(_ number: Int, isWhole: Bool) -> RequestDefinition {
    var made = RequestDefinition(name: isWhole ? text() : "request \(number)")
    made.method = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"].randomElement(using: &random) ?? "GET"
    if chance(12) { made.method = "wHat" }
    made.url = "http://h/p"
    if chance(3) { made.url = "{{base}}/\(chance(2) ? ":id" : text())" }
    if chance(2) { made.url += "?q=\(text())&\(text())" }
    if chance(8) { made.url = text() }
    made.params = QueryText.pairs(of: made.url).map { Parameter(.query, Row($0.name, $0.value ?? "")) }
    if made.url.contains(":id") { made.params.append(Parameter(.path, Row("id", text()))) }
    for index in 0..<Int.random(in: 0...3, using: &random) {
      made.headers.append(row(named: isWhole && chance(3) ? nil : "X-\(index / 2)"))
    }
    if chance(6) { made.headers.append(Row("Content-Type", "application/vnd.x+json")) }
    made.body = body()
    if case .graphql = made.body { made.kind = .graphql }
    made.authentication = authentication()
    if chance(3) { made.settings.followRedirects = chance(2) }
    if isWhole { addRest(to: &made) }
    return made
  }

  private mutating func addRest(to made: inout RequestDefinition) {
    if chance(8) { made.kind = .grpc }
    made.headers += list(2) { $0.header() }
    made.docs = chance(2) ? text() : ""
    made.sequence = chance(2) ? Double(Int.random(in: 1...99, using: &random)) / 2 : nil
    made.tags = list(2) { $0.text() }
    if chance(2) { made.params += list(3) { Parameter($0.chance(2) ? .query : .path, $0.row()) } }
    made.variables = list(3) { $0.row() }
    made.assertions = list(3) {
      Assertion($0.text(), "eq", $0.text(), isEnabled: !$0.chance(3), note: $0.chance(3) ? $0.text() : "")
    }
    made.captures = list(2) {
      Capture(variable: $0.text(), scope: $0.text(), expression: $0.text(), isEnabled: !$0.chance(3))
    }
    made.scripts = list(2) { Script(phase: $0.text(), code: $0.text()) }
    made.settings = RequestSettings(
      encodeURL: chance(2) ? chance(2) : nil, timeout: chance(2) ? 2500.5 : nil,
      followRedirects: chance(2) ? true : nil,
      maxRedirects: chance(2) ? 7 : nil, forwardAuthorization: chance(2) ? false : nil)
    made.graphQL = graphQL()
    made.graphQL.operation = chance(4) ? text() : ""
    made.graphQL.files = list(2) { $0.row() }
    made.examples = list(2) { source in
      var example = RequestExample(name: source.text(), note: source.text(), method: "POST", url: source.text())
      example.params = source.list(2) { Parameter(.query, $0.row()) }
      example.headers = source.list(2) { $0.header() }
      example.body = source.body()
      example.answer = .init(
        status: source.chance(2) ? 201 : nil, statusText: source.text(), headers: source.list(2) { $0.row() },
        type: "json", body: source.text())
      return example
    }
  }

  mutating func body() -> BodyDefinition {
    switch Int.random(in: 0..<9, using: &random) {
    case 0: .text(.text, text())
    case 1: .text(.json, "{\"a\": \(String(reflecting: text()))}")
    case 2: .text(.json, "{\n  \"a\": 1\n}")
    case 3: .text(BodyDefinition.TextKind.allCases.randomElement(using: &random) ?? .xml, text())
    case 4: .form(list(3) { $0.row() })
    case 5: .multipart(list(3) { $0.part() })
    case 6: .file(list(2) { .init(path: "f.txt", contentType: $0.text(), isSelected: $0.chance(2)) })
    case 7: .graphql(query: "query { \(text()) }", variables: chance(2) ? "{\"v\": \(String(reflecting: text()))}" : "")
    default: .none
    }
  }

  private mutating func part() -> FormPart {
    let content: FormPart.Content = chance(3) ? .files(list(2) { _ in "f.txt" }) : .text(text())
    return FormPart(
      text(), content, contentType: chance(3) ? "text/x" : "", fileName: chance(5) ? text() : nil,
      isEnabled: !chance(5), note: chance(5) ? text() : "")
  }

  mutating func authentication() -> Authentication {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: Authentication(.basic, [.init("username", text()), .init("password", text())])
    case 1: Authentication(.bearer, [.init("token", text())])
    case 2: Authentication(.apikey, [.init("key", "X-Key"), .init("value", text()), .init("placement", "header")])
    case 3: Authentication(.digest, [.init("username", "u"), .init("password", text())])
    case 4: .inherit
    default: .none
    }
  }

  private mutating func graphQL() -> GraphQLSettings {
    GraphQLSettings(
      transport: chance(3) ? chance(2) ? .events : .webSocket : nil, connectionInit: chance(3) ? text() : "",
      schema: chance(3) ? text() : "")
  }

  mutating func settings() -> SharedSettings {
    SharedSettings(
      headers: list(2) { $0.header() }, authentication: authentication(), variables: list(3) { $0.row() }, docs: text(),
      captures: list(1) { Capture(variable: $0.text(), expression: $0.text()) },
      scripts: list(1) { Script(phase: "tests", code: $0.text()) }, certificates: list(2) { $0.certificate() },
      proxy: chance(3) ? proxy() : nil, graphQL: graphQL())
  }

  mutating func proxy() -> ProxyDefinition {
    let use = ProxyDefinition.Use.allCases[chance(3) ? 0 : chance(2) ? 1 : 2]
    var made = ProxyDefinition(use: use, scheme: text(), hostname: text(), port: text())
    made.authenticates = chance(2)
    made.username = text()
    made.password = text()
    made.bypass = text()
    return made
  }

  mutating func certificate() -> CertificateDefinition {
    let content: CertificateDefinition.Content =
      chance(2) ? .pem(certificate: text(), key: text()) : .pkcs12(path: text())
    return CertificateDefinition(domain: text(), content: content, passphrase: text(), isEnabled: chance(2))
  }

  mutating func collection() -> ImportedCollection {
    var root = ImportedCollection.Folder(name: "c" + text(), settings: settings())
    root.items = list(3) { .request($0.request(0, isWhole: true), options: $0.options()) }
    var inner = ImportedCollection.Folder(name: text(), settings: settings())
    inner.items = list(3) { .request($0.request(0, isWhole: true), options: TransferOptions()) }
    root.items.append(.folder(inner))
    let environments = list(2) { source in
      Environment(
        name: source.text(), color: source.chance(2) ? "#fff" : nil, isProtected: source.chance(2),
        variables: source.list(3) { .init($0.row(), isSecret: $0.chance(3)) })
    }
    let notices = list(1) { Notice(.warning, $0.text(), $0.text()) }
    return ImportedCollection(format: "apus", root: root, environments: environments, notices: notices)
  }

  private mutating func options() -> TransferOptions {
    var options = TransferOptions()
    if chance(3) { options.tls = .init(verifies: false) }
    if chance(3) { options.httpVersion = .http2 }
    if chance(3) { options.proxy = text() }
    if chance(3) { options.resolve = [text(), "a:1:b"] }
    if chance(3) { options.decompresses = false }
    return options
  }
}
