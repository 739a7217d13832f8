import Networking
import Testing
import Workspaces

@testable import Interchange

@Suite("curl commands with variables of other tools and of shells")
struct CurlTemplateTests {
  private func one(_ text: String) throws -> RequestDefinition {
    let result = CurlImport.read(text)
    return try #require(result.requests.first, "\(result.notices)").request
  }

  @Test("If the URL has {{name}}, which curl rejects, each {{name}} of the command is a variable")
  func templates() throws {
    let made = try one("curl -X POST '{{h}}/one/{{ id }}' -H 'X: {{id}}' -d 'a={{id}}' --url-query 'q={{$guid}}'")
    #expect(made.url == "{{h}}/one/{{id}}?q={{$guid}}" && made.headers.first?.value == "{{id}}")
    #expect(made.variables.isEmpty)
    guard case .text(_, let body) = made.body else {
      Issue.record("no text")
      return
    }
    #expect(body == "a={{id}}")
    // With -g, curl takes braces as text.
    #expect(try one("curl -g 'https://h/{{id}}'").url == "https://h/{{open_braces}}id}}")
    #expect(try one("curl -g https://h/{{id}} -d '{\"a\":{{\"b\"'").variables == [Row("open_braces", "{{")])
  }

  @Test("Otherwise braces are text, as for curl, and messages show them as written")
  func literal() throws {
    let made = try one("curl http://h/ -d 'a={{id}}'")
    #expect(made.variables == [Row("open_braces", "{{")])
    let refused = CurlImport.read("curl 'http://h/{{a b}}'")
    #expect(refused.isRefused && refused.notices.contains { $0.message.contains("{{a …") }, "\(refused.notices)")
    #expect(!refused.notices.contains { $0.message.contains("open_braces") })
  }

  @Test(
    "A variable at the start of a URL includes the scheme",
    arguments: [
      ("curl \"$BASE_URL/users\"", "{{BASE_URL}}/users"), ("curl \"${PROTO}://$HOST/x\"", "{{PROTO}}://{{HOST}}/x"),
      ("curl '{{host}}/x?a=1#f'", "{{host}}/x?a=1#f"), ("curl $HOST:8080/x", "{{HOST}}:8080/x"),
      ("curl http://$HOST/x", "http://{{HOST}}/x"), ("curl h/$X", "http://h/{{X}}"),
    ])
  func hosts(_ text: String, _ url: String) throws {
    #expect(try one(text).url == url)
  }

  @Test("A shell variable has the value that it had when it was assigned")
  func chain() throws {
    let made = try one("A=x\nB=\"$A/y\"\nA=z\ncurl \"h/$B/$A\"")
    let table = VariableTable(made.variables.map { .init($0.name, $0.value, origin: .request) })
    #expect(table.resolved(made.url).text == "http://h/x/y/z")
  }

  @Test("A variable that a command fills stays open, and the command is named")
  func filled() throws {
    let result = CurlImport.read("TOKEN=$(cat token)\ncurl http://h/ -H \"Authorization: Bearer $TOKEN\"")
    let made = try #require(result.requests.first).request
    #expect(made.headers.first?.value == "Bearer {{TOKEN}}" && made.variables.isEmpty)
    #expect(result.notices.map(\.message) == ["TOKEN=$(cat token) is not run: give it a value"])
  }

  @Test("An omitted header is a disabled row, for inherited and own headers")
  func omitted() throws {
    let result = CurlImport.read("curl -X PUT http://h/ -H 'Content-Type:' -H 'User-Agent:' --data-binary abc")
    let made = try #require(result.requests.first)
    #expect(
      made.request.headers == [
        Row("Content-Type", isEnabled: false, omitsInherited: true),
        Row("User-Agent", isEnabled: false, omitsInherited: true),
      ])
    #expect(result.lossNotices.isEmpty, "\(result.lossNotices)")
    let request = try made.prepared(in: SendContext()).request
    #expect(request.suppressedHeaders.isSuperset(of: ["Content-Type", "User-Agent"]))
  }

  @Test("A part of a query or body that comes from a file is reported")
  func files() throws {
    let result = CurlImport.read("curl http://h/ --url-query 'a@x.txt'")
    #expect(result.notices.map(\.message) == ["a part of the query is the file x.txt: left out"])
  }

  @Test("Doubled quotes of the Windows prompt are quotes in JSON")
  func doubled() throws {
    let made = try one(#"curl -X POST http://h/ -H "A: b" -d "{""a"": ""b c"", ""d"": [""e""]}""#)
    guard case .text(_, let body) = made.body else {
      Issue.record("no text")
      return
    }
    #expect(body == #"{"a": "b c", "d": ["e"]}"#)
    // In a POSIX shell, they only join two words.
    #expect(ShellSyntax.guess(#"curl "http://h/""a" -d '{"a":""}'"#) == .posix)
    #expect(ShellSyntax.guess(#"curl "http://h/" -d "" -H "A: b""#) == .posix)
  }
}
