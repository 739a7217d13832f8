import Networking
import Testing
import Workspaces

@testable import Interchange

@Suite("Operations of OpenAPI documents")
struct OpenAPIOperationTests {
  private func request(_ path: String, _ members: String, components: String = "{}") throws -> RequestDefinition {
    let text = """
      {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "servers": [{"url": "http://h"}],
       "paths": {"\(path)": {"post": {\(members)}}}, "components": \(components)}
      """
    return try #require(try OpenAPIImport.read(Array(text.utf8), name: "x").requests.first)
  }

  private func sent(_ request: RequestDefinition) throws -> String {
    let variables = VariableTable([.init("baseUrl", "http://h", origin: .collection)])
    return try PreparedRequest(request, in: SendContext(variables: variables)).request.url
  }

  @Test(
    "A request is named by its summary, its operationId, or its method and path, in this order",
    arguments: [
      (#""summary": "List", "operationId": "list""#, "List"), (#""summary": "", "operationId": "list""#, "list"),
      (#""summary": "  ", "operationId": """#, "POST /a"), ("", "POST /a"),
    ])
  func names(members: String, name: String) throws {
    #expect(try request("/a", members).name == name)
  }

  @Test("Optional rows of query, header and cookie are disabled, and the sent cookies are one header")
  func optional() throws {
    let members = """
      "parameters": [
        {"name": "q", "in": "query"}, {"name": "r", "in": "query", "required": true, "example": 1},
        {"name": "c", "in": "cookie", "example": "x"},
        {"name": "d", "in": "cookie", "required": true, "example": "y z"},
        {"name": "e", "in": "cookie", "required": true, "example": 2}, {"name": "X-A", "in": "header"}]
      """
    let made = try request("/a", members)
    #expect(made.params.map(\.row) == [Row("q", isEnabled: false), Row("r", "1")])
    #expect(made.url == "{{baseUrl}}/a?r=1")
    #expect(
      made.headers == [
        Row("Cookie", "c=x", isEnabled: false), Row("X-A", isEnabled: false), Row("Cookie", "d=y%20z; e=2"),
      ])
  }

  @Test("An undeclared name in the path gets a row, and a row that is not in the path is disabled")
  func undeclared() throws {
    let made = try request("/a/{id}/b{x}.{y}", #""parameters": [{"name": "z", "in": "path", "example": 1}]"#)
    #expect(made.url == "{{baseUrl}}/a/:id/b{x}.{y}")
    #expect(made.params.map(\.row) == [Row("z", "1", isEnabled: false), Row("id"), Row("x"), Row("y")])
    #expect(throws: SendRefusal.self) { try sent(made) }
  }

  @Test("A query in the path becomes rows that are always sent; declared parameters give their values and descriptions")
  func query() throws {
    let members = """
      "parameters": [{"name": "v", "in": "query", "example": "7", "description": "d"}, {"name": "w", "in": "query"},
        {"name": "p", "in": "path", "example": "b c"}]
      """
    let made = try request("/a?x=1&v={v}&n={n}&flag&q={p}#top", members)
    #expect(made.url == "{{baseUrl}}/a?x=1&v=7&n=&flag&q=b c#top")
    #expect(
      made.params.map(\.row) == [
        Row("x", "1"), Row("v", "7", note: "d"), Row("n"), Row("flag"), Row("q", "b c"), Row("w", isEnabled: false),
      ])
    #expect(try sent(made) == "http://h/a?x=1&v=7&n=&flag&q=b%20c#top")
  }

  @Test("A path begins with one slash, and a segment that begins with a colon is not a parameter")
  func paths() throws {
    #expect(try sent(try request("a/b", "")) == "http://h/a/b")
    #expect(try sent(try request("/a/:b", "")) == "http://h/a/%3Ab")
    #expect(try sent(try request("/", "")) == "http://h/")
  }

  @Test("Read-only properties are omitted from bodies, also in arrays")
  func readOnly() throws {
    let schema = """
      {"type": "array", "items": {"properties": {"id": {"readOnly": true}, "name": {"type": "string"}}}}
      """
    let made = try request("/a", #""requestBody": {"content": {"application/json": {"schema": \#(schema)}}}"#)
    guard case .text(.json, let text) = made.body else {
      Issue.record("\(made.body)")
      return
    }
    #expect(text.filter { $0 != " " && $0 != "\n" } == #"[{"name":""}]"#)
  }

  @Test("Rows of a form follow the encoding, optional ones are disabled, and files are files")
  func forms() throws {
    let schema = """
      {"required": ["a", "o", "f"], "properties": {"a": {"type": "array", "example": ["x", "y"]}, \
      "b": {"description": "words"}, "o": {"type": "object", "example": {"k": 1}}, \
      "d": {"type": "object", "example": {"k": 1}}, "f": {"type": "array", "items": {"format": "binary"}}}}
      """
    let encoding = #"{"d": {"style": "deepObject", "explode": true}}"#
    func body(_ type: String) throws -> BodyDefinition {
      let media = #"{"schema": \#(schema), "encoding": \#(encoding)}"#
      return try request("/a", #""requestBody": {"content": {"\#(type)": \#(media)}}"#).body
    }
    guard case .form(let rows) = try body("application/x-www-form-urlencoded") else {
      Issue.record("no form")
      return
    }
    #expect(
      rows.prefix(5) == [
        Row("a", "x"), Row("a", "y"), Row("b", isEnabled: false, note: "words"), Row("o", #"{"k":1}"#),
        Row("d[k]", "1", isEnabled: false),
      ])
    guard case .multipart(let parts) = try body("multipart/form-data") else {
      Issue.record("no parts")
      return
    }
    #expect(parts.filter { $0.name == "a" }.map(\.content) == [.text("x"), .text("y")])
    #expect(parts.last == FormPart("f", .files([])))
  }

  @Test("An answer whose schema has an example shows it, without write-only properties")
  func answers() throws {
    let schema = #"{"properties": {"pw": {"writeOnly": true}, "id": {}}, "example": {"pw": "p", "id": 1}}"#
    let made = try request(
      "/a", #""responses": {"200": {"description": "d", "content": {"application/json": {"schema": \#(schema)}}}}"#)
    #expect(made.examples.map(\.answer.body) == ["{\n  \"id\": 1\n}"])
  }
}
