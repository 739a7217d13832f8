import Basics
import Foundation
import Interchange
import TestSupport
import Testing
import Workspaces

@Suite("OpenAPI documents")
struct OpenAPICorpusTests {
  /// (METHOD, path) and parameters by location and name, found without the importer.
  private func extract(_ document: [String: NSObject]) -> (operations: [String], parameters: [String]) {
    typealias Object = [String: NSObject]
    func resolved(_ object: Object) -> Object {
      guard let reference = object["$ref"] as? String else { return object }
      let parts = reference.dropFirst(2).split(separator: "/").map(String.init)
      return parts.reduce(document as NSObject) { ($0 as? Object)?[$1] ?? NSNull() } as? Object ?? [:]
    }
    var operations: [String] = []
    var parameters: [String] = []
    for (path, value) in document["paths"] as? Object ?? [:] {
      guard let item = value as? Object else { continue }
      for (method, value) in item {
        guard ["get", "put", "post", "delete", "options", "head", "patch", "trace"].contains(method) else { continue }
        operations.append("\(method.uppercased()) \(path)")
        let own = (value as? Object)?["parameters"] as? [Object] ?? []
        let all = (item["parameters"] as? [Object] ?? []) + own
        let names = Set(all.map(resolved).map { "\($0["in"] as? String ?? "") \($0["name"] as? String ?? "")" })
        parameters += names.map { "\(method.uppercased()) \(path) \($0)" }
      }
    }
    return (operations.sorted(), parameters.sorted())
  }

  private func braces(_ url: String) -> String {
    let path = url.replacingOccurrences(of: "{{baseUrl}}", with: "").prefix { $0 != "?" }
    return path.split(separator: "/", omittingEmptySubsequences: false).map { part in
      part.hasPrefix(":") ? "{\(part.dropFirst())}" : String(part)
    }.joined(separator: "/")
  }

  @Test("Every document gives exactly its operations and parameters, in either syntax", .corpora("openapi"))
  func corpus() throws {
    let files = try Corpora.files("openapi", extensions: ["json", "yaml"])
    var passed = 0
    var models: [String: (document: JSONValue, import: JSONValue)] = [:]
    var pairs = 0
    for file in files {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
      #expect(ImportFormat.detect(bytes) == .openapi, "\(file)")
      let imported = try OpenAPIImport.read(bytes, name: "x")
      let stem = (file as NSString).deletingPathExtension
      // The two files of one pair differ in content; all other pairs must give equal imports.
      let node = file.hasSuffix("json") ? try JSONValue(parsing: bytes) : try JSONValue(yaml: bytes)
      if let other = models[stem] {
        #expect((other.import == imported.json) == (other.document == node), "\(file)")
        if other.document == node { pairs += 1 }
      }
      models[stem] = (node, imported.json)
      passed += 1
      guard file.hasSuffix("json") else { continue }
      let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: NSObject] ?? [:]
      let wanted = extract(object)
      let requests = imported.requests
      #expect(requests.map { "\($0.method) \(braces($0.url))" }.sorted() == wanted.operations, "\(file)")
      let parameters = requests.flatMap { request in
        let head = "\(request.method) \(braces(request.url))"
        return request.params.map { "\(head) \($0.place.rawValue) \($0.row.name)" }
          + request.headers.filter { $0.name != "Content-Type" }.map { "\(head) header \($0.name)" }
      }
      #expect(parameters.sorted() == wanted.parameters, "\(file)")
      let server = ((object["servers"] as? [[String: NSObject]])?.first?["url"] as? String) ?? ""
      let base = imported.root.settings.variables.first?.value ?? ""
      #expect(base == server || server.contains("{"), "\(file)")
      #expect(!base.contains("{"), "\(file)")
    }
    Notice.show("openapi: \(passed)/\(files.count), \(pairs) pairs equal in both syntaxes")
  }

  @Test("Bodies are filled from examples and schemas, security is declared with empty secrets")
  func details() throws {
    let text = """
      openapi: 3.1.0
      info: {title: T, version: "1"}
      servers: [{url: "https://{h}/v1", variables: {h: {default: api.test}}}]
      security: [{k: []}]
      paths:
        /a/{id}:
          parameters: [{name: id, in: path, required: true, schema: {type: integer, default: 7}}]
          post:
            security: [{b: []}]
            tags: [one]
            requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/N'}}}}
          get: {security: []}
      webhooks: {w: {post: {}}}
      components:
        securitySchemes: {k: {type: apiKey, in: query, name: key}, b: {type: http, scheme: bearer}}
        schemas:
          N: {type: object, properties: {name: {type: string}, n: {type: [integer, "null"]}, next: {$ref: '#/components/schemas/N'}}}
      """
    let imported = try OpenAPIImport.read(Array(text.utf8), name: "x")
    #expect(imported.root.settings.variables == [Row("baseUrl", "https://api.test/v1")])
    #expect(imported.root.settings.authentication[("key")] == "key")
    let post = try #require(imported.requests.first { $0.method == "POST" })
    #expect(post.url == "{{baseUrl}}/a/:id" && post.params == [Parameter(.path, Row("id", "7"))])
    #expect(post.authentication == Authentication(.bearer, [.init("token", "")]))
    guard case .text(.json, let body) = post.body else {
      Issue.record("no body")
      return
    }
    #expect(body.contains("\"name\": \"\"") && body.contains("\"n\": 0"))
    #expect(imported.requests.first { $0.method == "GET" }?.authentication == Authentication.none)
    #expect(imported.notices.contains { $0.location == "/webhooks/w" })
    for text in ["swagger: '1.2'\npaths: {}", "swaggerVersion: '1.2'", "{}", "a: [", "openapi: 4.0.0"] {
      #expect(throws: ImportError.self) { try OpenAPIImport.read(Array(text.utf8), name: "x") }
    }
  }
}
