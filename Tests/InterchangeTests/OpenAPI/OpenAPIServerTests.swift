import Networking
import Testing
import Workspaces

@testable import Interchange

@Suite("Servers of OpenAPI documents")
struct OpenAPIServerTests {
  private func imported(
    _ members: String, from origin: ImportOrigin = ImportOrigin()
  ) throws -> ImportedCollection {
    let text = """
      {"info": {"title": "T", "version": "1"}, "paths": {"/pets": {"get": {}}}, \(members)}
      """
    return try OpenAPIImport.read(Array(text.utf8), name: "x", from: origin)
  }

  private func base(_ members: String, from origin: ImportOrigin = ImportOrigin()) throws -> String? {
    try imported(members, from: origin).root.settings.variables.first { $0.name == "baseUrl" }?.value
  }

  private func url(_ imported: ImportedCollection) throws -> String {
    let variables = imported.root.settings.variables.map {
      VariableTable.Entry($0.name, $0.value, origin: .collection)
    }
    let context = SendContext(variables: VariableTable(variables))
    return try PreparedRequest(try #require(imported.requests.first), in: context).request.url
  }

  @Test(
    "Sending to a server without a host fails and names the variable to set",
    arguments: [
      (#""openapi": "3.1.0""#, ""), (#""openapi": "3.1.0", "servers": []"#, ""),
      (#""openapi": "3.1.0", "servers": [{"url": "/"}]"#, ""),
      (#""openapi": "3.1.0", "servers": [{"url": "/v1/"}]"#, "/v1"),
      (#""openapi": "3.1.0", "servers": [{"url": "v1"}]"#, "/v1"),
      (#""openapi": "3.1.0", "servers": [{"url": "../v1"}]"#, "/v1"),
      (#""swagger": "2.0""#, ""), (#""swagger": "2.0", "basePath": "/v2""#, "/v2"),
    ])
  func nowhere(members: String, base: String) throws {
    let imported = try imported(members)
    #expect(imported.root.settings.variables == [Row("baseUrl", base)])
    #expect(imported.notices.contains { $0.message.contains("baseUrl") }, "\(imported.notices)")
    let refusal = #expect(throws: SendRefusal.self) { try url(imported) }
    let problem = base.isEmpty ? "{{baseUrl}} is empty" : "{{baseUrl}} is \(base), which has no host"
    #expect(refusal?.description.contains(problem) == true, "\(String(describing: refusal))")
    #expect(refusal?.description.contains("set it to an address") == true)
  }

  @Test("A collection imported with a slash as its server contacts no server")
  func slash() throws {
    var imported = try imported(#""openapi": "3.1.0""#)
    imported.root.settings.variables = [Row("baseUrl", "/")]
    let refusal = #expect(throws: SendRefusal.self) { try url(imported) }
    #expect(refusal?.description.contains("has no host") == true, "\(String(describing: refusal))")
  }

  @Test(
    "Relative servers start from the URL of the document",
    arguments: [
      (#""openapi": "3.1.0""#, "https://api.test/pets"),
      (#""openapi": "3.1.0", "servers": [{"url": "/v1/"}]"#, "https://api.test/v1/pets"),
      (#""openapi": "3.1.0", "servers": [{"url": "v1"}]"#, "https://api.test/docs/v1/pets"),
      (#""openapi": "3.1.0", "servers": [{"url": "//other.test/v1"}]"#, "https://other.test/v1/pets"),
      (#""swagger": "2.0", "basePath": "/v2""#, "https://api.test/v2/pets"),
      (#""swagger": "2.0", "host": "other.test", "basePath": "/v2""#, "https://other.test/v2/pets"),
    ])
  func origin(members: String, sent: String) throws {
    let origin = ImportOrigin(url: "https://user:pw@api.test/docs/openapi.json?x=1#y")
    #expect(try url(try imported(members, from: origin)) == sent)
  }

  @Test("A document with its own URL is resolved against it")
  func own() throws {
    #expect(
      try base(##""openapi": "3.2.0", "$self": "https://a.test/b/c", "servers": [{"url": "/v1"}]"##)
        == "https://a.test/v1")
  }

  @Test(
    "An absolute server loses its trailing slash, and a missing scheme is added and reported",
    arguments: [
      ("https://a.test/v1/", "https://a.test/v1", false), ("https://a.test//", "https://a.test", false),
      ("//a.test/v1", "https://a.test/v1", true), ("//localhost:8080", "http://localhost:8080", true),
      ("localhost:8080/v1", "http://localhost:8080/v1", true), (" http://a.test ", "http://a.test", false),
    ])
  func absolute(server: String, base: String, isReported: Bool) throws {
    let imported = try imported(#""openapi": "3.1.0", "servers": [{"url": "\#(server)"}]"#)
    #expect(imported.root.settings.variables.first == Row("baseUrl", base))
    #expect(imported.notices.contains { $0.message.contains("no scheme") } == isReported)
  }

  @Test("An undeclared variable of a server becomes one of ours")
  func undeclared() throws {
    let text =
      #""openapi": "3.1.0", "servers": [{"url": "https://{h}.{d}/v1", "variables": {"h": {"default": "api"}}}]"#
    let rows = try imported(text).root.settings.variables
    #expect(rows == [Row("baseUrl", "https://api.{{d}}/v1"), Row("d")])
  }

  @Test("Two schemes in Swagger give two environments")
  func schemes() throws {
    let imported = try imported(#""swagger": "2.0", "host": "a.test", "basePath": "v1", "schemes": ["https", "http"]"#)
    #expect(imported.root.settings.variables == [Row("baseUrl", "https://a.test/v1")])
    #expect(imported.environments.map { $0.variables.first?.row.value } == ["https://a.test/v1", "http://a.test/v1"])
  }
}
