import Testing
import Workspaces

@testable import Interchange

@Suite struct OpenAPINamesTests {
  private func imported(_ text: String) throws -> ImportedCollection {
    try ImportFormat.openapi.read(Array(text.utf8), name: "x")
  }

  @Test func `Names are on one line, without surrounding white space`() throws {
    let made = try imported(
      """
      openapi: 3.0.0
      info: {title: "An\\nApi\\n", version: "1"}
      servers: [{url: "http://a", description: "one\\ntwo "}, {url: "http://b"}]
      tags: [{name: "Tag\\n", description: about}]
      paths:
        /a:
          get: {tags: ["Tag"], summary: "Get\\r\\n it\\n"}
          put: {tags: [" Tag"], operationId: " put "}
      """)
    #expect(made.root.name == "An Api" && made.environments.map(\.name) == ["one two", "http://b"])
    #expect(made.requests.map(\.name) == ["Get it", "put"])
    guard case .folder(let folder)? = made.root.items.first else {
      Issue.record("the tag is no folder")
      return
    }
    #expect(made.root.items.count == 1 && folder.name == "Tag" && folder.settings.docs == "about")
  }

  @Test func `The example of a header has one line`() throws {
    let made = try imported(
      """
      openapi: 3.0.0
      paths:
        /a:
          get:
            parameters:
              - {name: X-A, in: header, required: true, example: " one\\ntwo\\n"}
              - {name: X-B, in: header, required: true, content: {text/plain: {example: "b\\n"}}}
            responses:
              '200': {headers: {X-C: {example: "c\\n"}}, content: {text/plain: {example: "body\\n"}}}
      """)
    let request = try #require(made.requests.first)
    #expect(request.headers.map(\.value) == ["one two", "b"])
    #expect(request.examples.first?.answer.headers.last == Row("X-C", "c"))
    #expect(request.examples.first?.answer.body == "body\n")
  }

  @Test func `Each kind of notice is one line with some of its locations`() throws {
    let operations = (0..<40).map { number in
      """
          /p\(number):
            x-own\(number): 1
            post:
              parameters: [{name: a, in: path\(number)}, {name: b, in: query, style: s\(number)}, {$ref: 'f\(number).yaml'}, {$ref: '#/x\(number)'}]
              security: [{s\(number): []}]
              requestBody: {content: {text/x\(number): {}, text/y: {}}}
      """
    }
    let made = try imported("openapi: 3.0.0\npaths:\n" + operations.joined(separator: "\n"))
    #expect(made.requests.count == 40)
    #expect(made.notices.count < 15, "\(made.notices.map(\.description).joined(separator: "\n"))")
    #expect(
      made.notices.contains { $0.message == "extensions are not carried over: x-own0, x-own1, x-own2 and 37 more" })
  }
}
