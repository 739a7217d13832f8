import Testing
import Workspaces

@testable import Interchange

@Suite("curl's own variables")
struct CurlVariablesTests {
  private func one(_ text: String, variables: [String: String] = [:]) throws -> CurlImport.Imported {
    let result = CurlImport.read(
      text,
      surroundings: CurlImport.Surroundings(
        readFile: { $0 == "file" ? Array(" from\nfile ".utf8) : nil }, variable: { variables[$0] }))
    return try #require(result.requests.first, "\(result.notices)")
  }

  /// The result after the request's rows replace its variables.
  private func resolved(_ imported: CurlImport.Imported, _ text: String) -> String {
    VariableTable(imported.request.variables.map { .init($0.name, $0.value, origin: .request) }).resolved(text).text
  }

  @Test("They stay variables where a saved request resolves them")
  func kept() throws {
    let imported = try one(
      "curl --variable host=api.test --variable 'id=4 2' --expand-url 'http://{{host}}/users' "
        + "--expand-header 'X-Id: {{id}}' --expand-data '{\"id\": \"{{id}}\"}'")
    #expect(imported.request.url == "http://{{host}}/users" && imported.request.headers[0].value == "{{id}}")
    #expect(imported.request.body == .text(.text, "{\"id\": \"{{id}}\"}"))
    #expect(imported.request.variables == [Row("host", "api.test"), Row("id", "4 2")])
  }

  @Test(
    "They are replaced elsewhere, with their functions",
    arguments: [
      ("--variable u=http://h/x --expand-url '{{u}}'", "http://h/x"),
      ("--variable q='a b&c' --expand-url 'http://h/?q={{q:url}}'", "http://h/?q=a%20b%26c"),
      ("--variable q=' é ' --expand-url 'http://h/?q={{q:trim:b64}}'", "http://h/?q=w6k="),
      ("--variable q=dGV4dA== --expand-url 'http://h/?q={{q:64dec}}'", "http://h/?q=text"),
      ("--variable q@file --expand-url 'http://h/?q={{q:trim:url}}'", "http://h/?q=from%0Afile"),
      ("--variable %HOME --expand-url 'http://h{{HOME}}'", "http://h/root"),
      ("--variable %NONE=x --expand-url 'http://h/{{NONE}}'", "http://h/x"),
      ("--expand-url 'http://h/[{{nothing}}]' -g", "http://h/[]"),
      ("--variable a=1 -g --expand-url 'http://h/{{a b}}'", ""),
      ("--variable a=1 -g --expand-url 'http://h/\\{{a}}'", "http://h/{{a}}"),
      ("--variable a=1 -g 'http://h/{{a}}'", "http://h/{{a}}"),
    ])
  func filled(words: String, url: String) throws {
    guard !url.isEmpty else { return #expect(CurlImport.read("curl " + words).isRefused) }
    let imported = try one("curl " + words, variables: ["HOME": "/root"])
    #expect(resolved(imported, imported.request.url) == url)
  }

  @Test("JSON is escaped, and a value is not mistaken for a file, a header's name or a login")
  func places() throws {
    let json = try one("curl h --variable 'v=a\"b\\c' --expand-json '{\"a\": \"{{v:json}}\"}'")
    #expect(json.request.body == .text(.json, "{\"a\": \"a\\\"b\\\\c\"}"))
    let header = try one("curl h --variable 'v=X-A: b' --expand-header '{{v}}'")
    #expect(header.request.headers.first == Row("X-A", "b"))
    let user = try one("curl h --variable v=me:word --expand-user '{{v}}'")
    #expect(user.request.authentication["password"] == "word")
    let form = try one("curl h --variable v=x --expand-form 'a={{v}};type=text/x'")
    #expect(form.request.body == .multipart([FormPart("a", .text("x"), contentType: "text/x")]))
  }

  @Test("A shell variable with the same name stays separate")
  func names() throws {
    let imported = try one("V=shell\ncurl \"h/$V\" --variable V=curl --expand-data \"x{{V}}y$V\"")
    #expect(resolved(imported, imported.request.url) == "http://h/shell")
    guard case .text(_, let text) = imported.request.body else {
      Issue.record("no text")
      return
    }
    #expect(resolved(imported, text) == "xcurlyshell")
    let chain = try one("A=x\nB=\"$A/y\"\nA=z\ncurl \"h/$B/$A\"")
    #expect(resolved(chain, chain.request.url) == "http://h/x/y/z")
  }
}
