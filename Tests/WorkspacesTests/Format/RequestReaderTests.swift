import Basics
import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("Reading request files") struct RequestReaderTests {
  private func file(_ text: String) throws -> RequestFile { try RequestFile(path: "/c/r.yml", bytes: Array(text.utf8)) }

  private static let complete = """
    info:
      name: Add book
      type: http
      seq: 2
      tags: [a, b]
    http:
      method: post
      url: "{{base}}/shelves/:shelf/books?limit=10"
      headers:
        - name: Accept
          value: text/plain
          description:
            content: why
            type: text/markdown
        - name: X-Old
          value: 1
          disabled: true
      params:
        - {name: limit, value: "10", type: query}
        - {name: shelf, value: fiction, type: path}
      body:
        type: multipart-form
        data:
          - name: caption
            type: text
            value: front
          - name: image
            type: file
            value: [./a.png]
            contentType: image/png
      auth:
        type: basic
        username: clerk
        password: "{{process.env.P}}"
    runtime:
      variables:
        - name: n
          value: {type: number, data: "42"}
      scripts:
        - type: tests
          code: |-
            test()
      assertions:
        - expression: res.status
          value: 200
      actions:
        - type: set-variable
          phase: after-response
          selector: {expression: res.body.id, method: jsonq}
          variable: {name: bookId, scope: runtime}
    settings:
      encodeUrl: "false"
      timeout: -1
      maxRedirects: 2.9
    docs: Words
    """

  @Test("Everything in a request is read")
  func complete() throws {
    let made = try file(Self.complete).definition
    #expect(made.name == "Add book" && made.method == "post" && made.sequence == 2 && made.tags == ["a", "b"])
    #expect(made.headers == [Row("Accept", "text/plain", note: "why"), Row("X-Old", "1", isEnabled: false)])
    #expect(made.params == [Parameter(.query, Row("limit", "10")), Parameter(.path, Row("shelf", "fiction"))])
    #expect(
      made.body
        == .multipart([
          FormPart("caption", .text("front")), FormPart("image", .files(["./a.png"]), contentType: "image/png"),
        ]))
    #expect(made.authentication.scheme == .basic && made.authentication["password"] == "{{process.env.P}}")
    #expect(made.variables == [Row("n", VariableValue(42))])
    #expect(made.scripts == [Script(phase: "tests", code: "test()")])
    #expect(made.assertions == [Assertion("res.status", "eq", "200")])
    #expect(made.captures == [Capture(variable: "bookId", expression: "res.body.id")])
    #expect(made.settings == RequestSettings(encodeURL: false, timeout: 0, maxRedirects: 2))
    #expect(made.docs == "Words")
  }

  @Test(
    "A setting of the wrong kind is an error with its place, and inherit is absent",
    arguments: [
      ("retries: two", "retries takes a whole number, 0 or more"), ("retries: -2", "retries takes a whole number"),
      ("timeout: soon", "timeout takes milliseconds"),
      ("followRedirects: maybe", "followRedirects takes true or false"),
      ("retryStatuses: banana", "retryStatuses takes statuses"),
      ("maximumBodySize: big", "maximumBodySize takes a size"),
      ("minTls: 3", "minTls takes 1.2 or 1.3"), ("cookies: some", "cookies takes keep, session or off"),
      ("history: {a: b}", "history takes keep or off"), ("maxRedirects: [2]", "maxRedirects takes a whole number"),
    ])
  func wrongSettings(line: String, message: String) throws {
    func read(_ line: String) throws -> RequestFile {
      try file("info: {name: x, type: http}\nhttp: {method: GET, url: http://x/}\nsettings:\n  \(line)\n")
    }
    let made = try read(line)
    let error = try #require(made.notices.first { $0.severity == .error })
    #expect(error.message.hasPrefix(message) && error.location.contains(":4:"), "\(error)")
    #expect(made.definition.settings == RequestSettings())
    #expect(made.damage(under: made.definition) == error)

    let inherited = try read("\(line.prefix { $0 != ":" }): inherit")
    #expect(inherited.notices.isEmpty && inherited.definition.settings == RequestSettings())
  }

  @Test("Alternative spellings are read and reported")
  func spellings() throws {
    let read = try file(
      """
      info: {name: x, type: http, tags: smoke}
      http:
        url: http://x/?a=1
        headers:
          - {name: A, value: b, enabled: false}
        params:
          query:
            - {name: z, value: "1"}
        body:
          mode: json
          json: "{}"
        auth:
          mode: bearer
          bearer: {token: t}
      """)
    #expect(read.definition.headers == [Row("A", "b", isEnabled: false)])
    #expect(read.definition.params == [Parameter(.query, Row("z", "1"))])
    #expect(read.definition.body == .text(.json, "{}"))
    #expect(read.definition.authentication == Authentication(.bearer, [.init("token", "t")]))
    #expect(read.notices.count == 6, "\(read.notices)")
    #expect(read.notices.allSatisfy { $0.location.hasPrefix("/c/r.yml:") })
  }

  @Test("An unquoted variable is reported as such")
  func unquoted() throws {
    let read = try file("info: {name: x, type: http}\nhttp:\n  url: {{base}}\n")
    #expect(read.notices.first?.message.contains("quotes") == true)
    #expect(read.notices.first?.location == "/c/r.yml:3:8")
  }

  @Test("Kinds that cannot be sent are read, and a file that is not an item is refused")
  func kinds() throws {
    #expect(
      try file("info: {name: w, type: websocket}\nwebsocket: {url: ws://x}\n").definition.kind
        == .webSocket)
    #expect(try file("type: script\nscript: x()\n").definition.kind == .unsupported("script"))
    #expect(try file("info: {type: graphql}\ngraphql: {url: u, body: {query: q}}\n").definition.method == "POST")
    #expect(throws: WorkspaceError.self) { try file("openapi: 3.1.0\n") }
    #expect(throws: WorkspaceError.self) { try file("") }
  }

  @Test(
    "Every corpus request is read with its name, method and URL, and truncating it anywhere crashes nothing",
    .corpora("opencollection"))
  func corpus() throws {
    var read = 0
    for path in try Corpora.files("opencollection", extensions: ["yml"]) {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
      for cut in 0..<64 { _ = try? RequestFile(path: path, bytes: Array(bytes[..<(bytes.count * cut / 64)])) }
      let text = String(decoding: bytes, as: UTF8.self)
      guard text.contains("\nhttp:") else { continue }
      let made = try RequestFile(path: path, bytes: bytes).definition
      let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(lines.contains("name: \(made.name)") && lines.contains("method: \(made.method)"))
      #expect(lines.contains("url: \(made.url)"))
      read += 1
    }
    Notice.show("opencollection: \(read) requests read")
  }

  @Test("A query is split and joined outside variables")
  func query() {
    let url = "{{a?b}}/x?q={{c&d}}&bare&e=#f?g"
    #expect(QueryText.pairs(of: url) == [.init("q", "{{c&d}}"), .init("bare", nil), .init("e", "")])
    #expect(QueryText.url(url, with: QueryText.pairs(of: url)) == url)
    #expect(QueryText.url(url, with: []) == "{{a?b}}/x#f?g")
    #expect(QueryText.pathNames(of: "http://h:80/a/:id/:x/:id?q=:no") == ["id", "x"])
  }

  @Test("A .env file is read as by dotenv")
  func dotEnv() {
    let text = "# c\nA=1 # x\nexport B = 'two # 2'\nC: \"a\\nb\"\nD=`q\nr`\nE=\nA=3\n bad line\nF=\"open\n"
    let pairs = DotEnv.pairs(Array(text.utf8))
    let expected = [("B", "two # 2"), ("C", "a\nb"), ("D", "q\nr"), ("E", ""), ("A", "3"), ("F", "\"open")]
    #expect(pairs.map { "\($0.name)=\($0.value)" } == expected.map { "\($0.0)=\($0.1)" })
  }

  @Test("A row may have the text that its URL encodes; any other difference is named")
  func encodedRows() throws {
    func notices(_ value: String) throws -> [String] {
      let text =
        "info: {name: A, type: http}\nhttp:\n  method: GET\n  url: 'http://h/?q=a%26b%2Bc'\n"
        + "  params: [{name: q, value: '\(value)', type: query}]\n"
      var reader = RequestReader(path: "a.yml", document: try YAMLDocument(Array(text.utf8)))
      return try reader.definition().1.map(\.message)
    }
    for same in ["a&b+c", "a%26b%2Bc", "a&b%2bc"] { #expect(try notices(same) == [], "\(same)") }
    #expect(try notices("a&b c").contains { $0.contains("q in params differs from the URL") })
  }
}
