import Foundation
import Networking
import TestSupport
import Testing
import Workspaces

@testable import Interchange

@Suite("Importing Hurl files")
struct HurlImportTests {
  private func read(_ text: String) throws -> ImportedCollection { try HurlImport.read(Array(text.utf8), name: "x") }

  private func request(_ text: String) throws -> RequestDefinition { try #require(read(text).requests.first) }

  @Test("Sections are imported, comments name the request, escapes and variables are read")
  func sections() throws {
    let text = """
      # about the file

      # Search the dogs
      # second line
      POST https://h/dogs?a=1 # comment
      User-Agent: x\\#y   # comment
      X-Space: \\u{20}a\\u{20}
      {{ name }}: {{newUuid}}
      # between
      [Query]
      search: Install Linux
      at: {{ time }}&
      [Cookies]
      theme: light
      token: abc
      [BasicAuth]
      b\\:ob: se#cret
      [Options]
      location: true
      max-redirs: 3
      max-time: 30s
      insecure: true
      cacert: ca.pem
      retry: 2
      variable: id=7

      [FormParams]
      a\\u{20}b: c: d
      e:

      GET https://h/second
      """
    let imported = try read(text)
    try #require(imported.requests.count == 2)
    let first = imported.requests[0]
    #expect(first.name == "Search the dogs" && first.method == "POST")
    // Every comment is kept: those above, then those inside, in order.
    #expect(first.docs == "about the file\nsecond line\ncomment\ncomment\nbetween\ncret")
    #expect(first.url == "https://h/dogs?a=1&search=Install%20Linux&at={{time}}%26")
    #expect(
      first.headers == [
        Row("User-Agent", "x#y"), Row("X-Space", " a "), Row("{{name}}", "{{$uuid}}"),
        Row("Cookie", "theme=light; token=abc"),
      ])
    #expect(
      first.authentication == Authentication(.basic, [.init("username", "b:ob"), .init("password", "se")]))
    #expect(first.body == .form([Row("a b", "c: d"), Row("e", "")]))
    #expect(first.settings.followRedirects == true && first.settings.maxRedirects == 3)
    #expect(first.settings.timeout == 30_000 && first.variables == [Row("id", "7")])
    #expect(imported.notices.map(\.message) == ["the option retry: 2 is not carried over"])
    #expect(first.trust == ServerTrust(verifies: false, authorities: "ca.pem"))
    #expect(imported.requests[1].url == "https://h/second" && imported.requests[1].settings.followRedirects == false)
    guard case .request(_, let options) = imported.root.items[0] else {
      Issue.record("\(imported.root.items)")
      return
    }
    #expect(options.tls?.verifies == false)
  }

  @Test("A body of every kind is read to its end, followed by the next request")
  func bodies() throws {
    let bodies: [(String, BodyDefinition)] = [
      ("{\"a\": \"}\", \"b\": [1, {{n}}]}", .text(.json, "{\"a\": \"}\", \"b\": [1, {{n}}]}")),
      ("{\n  \"a\": 1\n}", .text(.json, "{\n  \"a\": 1\n}")), ("[1, 2]", .text(.json, "[1, 2]")),
      ("\"text\"", .text(.json, "\"text\"")), ("12.5", .text(.json, "12.5")), ("{{all}}", .text(.json, "{{all}}")),
      ("<?xml version=\"1.0\"?>\n<a b=\"c\"><d/>x</a>", .text(.xml, "<?xml version=\"1.0\"?>\n<a b=\"c\"><d/>x</a>")),
      ("```\none\ntwo\n```", .text(.text, "one\ntwo\n")), ("```json\n{\"a\": 1}\n```", .text(.json, "{\"a\": 1}\n")),
      ("```xml\n<a/>```", .text(.xml, "<a/>")), ("```line```", .text(.text, "line")), ("``````", .text(.text, "")),
      ("```text,escape\na\\tb```", .text(.text, "a\tb")), ("`a\\`b\\u{41}`", .text(.text, "a`bA")),
      (
        "```graphql\nquery A {\n  a\n}\nvariables {\n  \"v\": 1\n}\n```",
        .graphql(query: "query A {\n  a\n}", variables: "{\n  \"v\": 1\n}")
      ),
      ("base64,SGVs\n bG8=;", .text(.text, "Hello")), ("hex,48656C6C6f;", .text(.text, "Hello")),
      ("file,a\\ b.bin;", .file([.init(path: "a b.bin")])),
    ]
    for (text, body) in bodies {
      let imported = try read("POST http://h\n# comment\n\(text)\n\nGET http://h/2\n")
      #expect(imported.requests.map(\.url) == ["http://h", "http://h/2"], "\(text)")
      #expect(imported.requests.first?.body == body, "\(text)")
    }
    let parts = try request("POST http://h\n[Multipart]\na: 1\nf: file,x\\;y.png; image/png\ng: file,z;\n")
    #expect(
      parts.body
        == .multipart([
          FormPart("a", .text("1")), FormPart("f", .files(["x;y.png"]), contentType: "image/png"),
          FormPart("g", .files(["z"])),
        ]))
    let binary = try read("POST http://h\nhex,ff00;\n")
    #expect(binary.requests[0].body == .none && binary.notices.count == 1)
    for broken in ["```\nabc", "`abc", "{\"a\": ", "<a>", "base64,!!;", "hex,1;", "file,a"] {
      let imported = try read("POST http://h\n\(broken)\n")
      #expect(imported.notices.contains { $0.location.hasPrefix("line") }, "\(broken)")
    }
  }

  @Test("Expectations and captures become assertions and variables, the rest is reported")
  func checks() throws {
    let text = """
      GET http://h
      HTTP/1.1 201
      Location: http://h/1
      [Captures]
      token: jsonpath "$.data.token"
      link: xpath "string(//a)"
      [Asserts]
      status < 300
      header "X-A" contains "b\\"c" # comment
      jsonpath "$.items" count == 3
      jsonpath "$.id" == "7"
      jsonpath "$.name" == "Ada"
      jsonpath "$.list[0].x" not exists
      jsonpath "$.n" == null
      jsonpath "$.re" matches /^a\\/b\\d+$/
      jsonpath "$.items[*].id" contains "x"
      body contains "ok"
      duration < 1000
      sha256 == hex,00;
      GET http://h/2
      HTTP *
      {"expected": true}
      """
    let imported = try read(text)
    try #require(imported.requests.count == 2)
    #expect(
      imported.requests[0].assertions == [
        Assertion("res.status", "eq", "201"), Assertion("res.headers.Location", "eq", "http://h/1"),
        Assertion("res.status", "lt", "300"), Assertion("res.headers.X-A", "contains", "b\"c"),
        Assertion("res.body.items", "length", "3"), Assertion("res.body.id", "eq", "\"7\""),
        Assertion("res.body.name", "eq", "Ada"), Assertion("res.body.list[0].x", "isUndefined"),
        Assertion("res.body.n", "isNull"), Assertion("res.body.re", "matches", "^a/b\\d+$"),
        Assertion("res.body", "contains", "ok"), Assertion("res.responseTime", "lt", "1000"),
      ])
    #expect(imported.requests[0].captures == [Capture(variable: "token", expression: "res.body.data.token")])
    #expect(
      imported.notices.map(\.location) == ["line 2", "line 6", "line 16", "line 19", "line 22"],
      "\(imported.notices.map(\.description))")
  }

  @Test("Assertions and captured variables of our own export are imported")
  func ownChecks() throws {
    var made = RequestDefinition(name: "x", method: "GET", url: "http://h", authentication: .none)
    made.assertions = [
      Assertion("res.status", "eq", "200"), Assertion("res.body.user.name", "eq", "Ada"),
      Assertion("res.body.id", "eq", "\"7\""), Assertion("res.headers.content-type", "contains", "json"),
      Assertion("res.headers['x y']", "eq", "1"), Assertion("res.body.items", "length", "3"),
      Assertion("res.body.id", "isDefined"), Assertion("res.body.text", "matches", "^a\\d/\"$"),
      Assertion("res.body[0].a", "isNotEmpty"), Assertion("res.responseTime", "lte", "500"),
    ]
    made.captures = [Capture(variable: "token", expression: "res.body.token")]
    made.docs = "one\n\n  two"
    let root = ImportedCollection.Folder(
      name: "c", settings: SharedSettings(variables: [Row("base", "http://h #1"), Row("b c", " 2 ")]),
      items: [.request(made, options: TransferOptions())])
    let text = ExportFormat.hurl.write(ImportedCollection(format: "apus", root: root), revealsSecrets: true)
    let back = try read(text.text)
    #expect(text.notices.isEmpty && back.notices.isEmpty, "\(text.text)")
    #expect(back.requests[0].assertions == made.assertions && back.requests[0].captures == made.captures)
    #expect(back.requests[0].docs == made.docs && back.root.settings.variables == root.settings.variables)
  }

  @Test("Any mutation is parsed to its end, and anything but a Hurl file is rejected")
  func mutations() throws {
    for text in ["", "hello", "# only a comment", "HTTP 200\n"] {
      #expect(throws: ImportError.self) { try HurlImport.read(Array(text.utf8), name: "x") }
    }
    #expect(throws: ImportError.self) { try HurlImport.read([0xFF, 0xFE], name: "x") }
    let pieces = [
      "GET http://h\n", "{", "[", "\"", "`", "```", "<a>", "{{", "}}", "\\", "\\u{", "#", "[Asserts]\n", "HTTP 200\n",
      "file,", "hex,", "base64,", ":", "\n", "status == 1\n", "\r\n", "variables {", "é", "\u{0}",
    ]
    var random = SeededGenerator(seed: 3)
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 1...30, using: &random)).compactMap { _ in pieces.randomElement(using: &random) }
      // A rejection is as valid as a result here, because parsing ends either way.
      _ = try? HurlImport.read(Array(("GET http://h\n" + text.joined()).utf8), name: "x")
      _ = HurlImport.recognizes(text.joined())
    }
    for piece in pieces {
      _ = try? HurlImport.read(
        Array(("GET http://h\n" + String(repeating: piece + "\n", count: 5_000)).utf8), name: "x")
    }
  }
}
