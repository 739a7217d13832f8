import Networking
import Testing
import Workspaces

@testable import Interchange

/// Compares exports with the documentation of Hurl files.
@Suite("Hurl files")
struct HurlExportTests {
  private func text(_ request: RequestDefinition) -> String {
    let root = ImportedCollection.Folder(name: "c", items: [.request(request, options: TransferOptions())])
    return ExportFormat.hurl.write(ImportedCollection(format: "apus", root: root), revealsSecrets: true).text
  }

  @Test("A request with a body, a login, checks and a captured value becomes one Hurl entry")
  func whole() {
    var request = RequestDefinition(
      name: "Log in", method: "POST", url: "{{base}}/login?a=1", headers: [Row("X-Note", "#1 ")],
      body: .text(.json, "{\"user\": \"{{user}}\"}"),
      authentication: Authentication(.basic, [.init("username", "a:b"), .init("password", "p#w")]))
    request.settings.followRedirects = false
    request.assertions = [
      Assertion("res.status", "eq", "200"), Assertion("res.body.user.name", "eq", "Ada"),
      Assertion("res.headers.content-type", "contains", "json"), Assertion("res.body.items", "length", "3"),
      Assertion("res.body.id", "isDefined"),
    ]
    request.captures = [Capture(variable: "token", expression: "res.body.token")]
    #expect(
      text(request) == """
        # Log in
        POST {{base}}/login?a=1
        X-Note: \\#1\\u{20}
        Content-Type: application/json
        [BasicAuth]
        a\\:b: p\\#w
        ```json
        {"user": "{{user}}"}```
        HTTP *
        [Captures]
        token: jsonpath "$.token"
        [Asserts]
        status == 200
        jsonpath "$.user.name" == "Ada"
        header "content-type" contains "json"
        jsonpath "$.items" count == 3
        jsonpath "$.id" exists

        """)
  }

  @Test("Forms, files and multi-line texts become sections of Hurl")
  func bodies() {
    func body(_ body: BodyDefinition) -> String {
      var request = RequestDefinition(name: "x", method: "POST", url: "http://h", body: body, authentication: .none)
      request.settings.followRedirects = false
      return text(request).split(separator: "\n", maxSplits: 2).last.map(String.init) ?? ""
    }
    #expect(body(.form([Row("a b", "c: d"), Row("e", "")])) == "[FormParams]\na\\u{20}b: c: d\ne: \n")
    #expect(
      body(.multipart([FormPart("t", .text("x")), FormPart("f", .files(["a b.txt"]), contentType: "a/b")]))
        == "[MultipartFormData]\nt: x\nf: file,a\\u{20}b.txt; a/b\n")
    #expect(body(.file([.init(path: "f.bin")])) == "file,f.bin;\n")
    #expect(body(.text(.text, "a\nb")) == "Content-Type: text/plain\n```\na\nb```\n")
    #expect(body(.text(.text, "`\\\r\n")) == "Content-Type: text/plain\n`\\`\\\\\\u{d}\\u{a}`\n")
  }
}
