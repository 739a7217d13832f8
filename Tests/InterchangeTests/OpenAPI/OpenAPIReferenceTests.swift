import Synchronization
import Testing
import Workspaces

@testable import Interchange

@Suite("References from OpenAPI documents to files")
struct OpenAPIReferenceTests {
  /// Files by path, and the list of requested ones.
  private final class Folder: Sendable {
    private let files: [String: String]
    private let asked = Mutex<[String]>([])

    init(_ files: [String: String]) { self.files = files }

    var read: [String] { asked.withLock { $0.sorted() } }

    var origin: ImportOrigin {
      ImportOrigin(fileName: "api.yaml") { [self] path throws(ImportOrigin.Refusal) in
        asked.withLock { $0.append(path) }
        guard let text = files[path] else { throw ImportOrigin.Refusal("No such file or directory") }
        return Array(text.utf8)
      }
    }
  }

  private func imported(_ paths: String, _ folder: Folder) throws -> ImportedCollection {
    let text = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\nservers: [{url: 'http://h'}]\npaths:\n" + paths
    return try OpenAPIImport.read(Array(text.utf8), name: "x", from: folder.origin)
  }

  private func body(_ imported: ImportedCollection) throws -> String {
    guard case .text(_, let text) = try #require(imported.requests.first).body else { return "" }
    return text.filter { $0 != " " && $0 != "\n" }
  }

  @Test("Paths, parameters and schemas come from files beside the document, each read once")
  func files() throws {
    let folder = Folder([
      "paths/pets.yaml": """
      list:
        post:
          parameters:
            - {$ref: '../shared/parameters.yaml#/limit'}
          requestBody:
            content:
              application/json: {schema: {$ref: '../schemas/pet.json'}}
      """,
      "shared/parameters.yaml": "limit: {name: limit, in: query, required: true, schema: {default: 5}}",
      "schemas/pet.json":
        ##"{"properties": {"name": {"$ref": "#/$defs/name"}, "owner": {"$ref": "./owner.yaml#/Owner"}}, "$defs": {"name": {"default": "Rex"}}}"##,
      "schemas/owner.yaml":
        "Owner: {properties: {id: {type: integer}, first: {$ref: '../api.yaml#/components/schemas/Id'}}}",
    ])
    let paths = """
        /pets: {$ref: './paths/pets.yaml#/list'}
      components: {schemas: {Id: {default: 9}}}
      """
    let imported = try imported(paths, folder)
    #expect(imported.requests.map(\.url) == ["{{baseUrl}}/pets?limit=5"])
    #expect(try body(imported) == #"{"name":"Rex","owner":{"id":0,"first":9}}"#)
    #expect(folder.read == ["paths/pets.yaml", "schemas/owner.yaml", "schemas/pet.json", "shared/parameters.yaml"])
    #expect(!imported.notices.contains { $0.message.contains("reference") }, "\(imported.notices)")
  }

  @Test(
    "A reference that leaves the folder is rejected, reported with its location, and never read",
    arguments: [
      "../secret.yaml#/a", "sub/../../secret.yaml", "/etc/passwd", "file:///etc/passwd", "https://h/x.yaml#/a",
      "%2e%2e/secret.yaml", "%2Fetc/passwd", "C:/x.yaml", #"\\host\x"#, "//host/x.yaml", "a%00b",
    ])
  func outside(reference: String) throws {
    let folder = Folder(["secret.yaml": "a: {default: 1}"])
    let imported = try imported("  /a: {get: {parameters: [{$ref: '\(reference)'}]}}", folder)
    #expect(folder.read.isEmpty)
    #expect(imported.requests.count == 1)
    let notice = imported.notices.first { $0.message.hasPrefix("references to ") }
    #expect(notice?.location == "/paths/~1a/get/parameters/0", "\(imported.notices)")
  }

  @Test("A step up within a subfolder is allowed")
  func upwards() throws {
    let folder = Folder(["a/b.yaml": "x: {$ref: '../c.yaml#/y'}", "c.yaml": "y: {default: 3}"])
    let imported = try imported(
      "  /a: {post: {requestBody: {content: {application/json: {schema: {$ref: 'a/b.yaml#/x'}}}}}}", folder)
    #expect(try body(imported) == "3")
  }

  @Test("Files that refer to each other in a cycle end")
  func cycle() throws {
    let folder = Folder([
      "a.yaml": "properties: {b: {$ref: 'b.yaml'}, n: {type: integer}}",
      "b.yaml": "properties: {a: {$ref: 'a.yaml'}, root: {$ref: 'api.yaml'}}",
      "loop.yaml": "x: {$ref: '#/y'}\ny: {$ref: '#/x'}",
    ])
    let schema = { (file: String) in "requestBody: {content: {application/json: {schema: {$ref: '\(file)'}}}}" }
    let imported = try imported(
      "  /a: {post: {\(schema("a.yaml"))}}\n  /l: {post: {\(schema("loop.yaml#/x"))}}", folder)
    #expect(imported.requests.count == 2)
    #expect(try body(imported).hasSuffix(#""n":0}"#))
    #expect(folder.read == ["a.yaml", "b.yaml", "loop.yaml"])
  }

  @Test("A missing or unreadable file is reported once, with the locations that refer to it")
  func missing() throws {
    let folder = Folder(["bad.yaml": "a: [", "empty.yaml": "{}"])
    let imported = try imported(
      """
        /a: {get: {parameters: [{$ref: 'gone.yaml#/a'}, {$ref: 'gone.yaml#/b'}, {$ref: 'bad.yaml#/a'}]}}
        /b: {get: {parameters: [{$ref: 'empty.yaml#/a'}, {$ref: '#/components/parameters/none'}]}}
      """, folder)
    let reported = imported.notices.filter { $0.message.contains("reference") }.map(\.description)
    // One line for each kind.
    #expect(reported.count == 2, "\(reported)")
    let places = (0...2).map { "/paths/~1a/get/parameters/\($0)" }.joined(separator: ", ")
    let files = "gone.yaml (No such file or directory), bad.yaml ("
    #expect(
      reported.contains { $0.hasPrefix("\(places): references to other files are left out: \(files)") }, "\(reported)")
    let nowhere = "a reference has no target: empty.yaml#/a, #/components/parameters/none"
    #expect(reported.contains { $0.hasSuffix(nowhere) }, "\(reported)")
    #expect(folder.read == ["bad.yaml", "empty.yaml", "gone.yaml"])
  }

  @Test("Texts of an example that look like references are only texts")
  func literals() throws {
    let folder = Folder([:])
    let imported = try imported(
      "  /a: {post: {requestBody: {content: {application/json: {example: {$ref: '/etc/passwd'}}}}}}", folder)
    #expect(try body(imported) == #"{"$ref":"/etc/passwd"}"#)
    #expect(folder.read.isEmpty && !imported.notices.contains { $0.message.contains("reference") })
  }

  @Test("Without a folder, as on standard input, a reference to a file is reported")
  func noFolder() throws {
    let text = "openapi: 3.1.0\npaths: {/a: {$ref: 'a.yaml'}}"
    let imported = try OpenAPIImport.read(Array(text.utf8), name: "x")
    #expect(imported.notices.contains { $0.message.contains("no folder") }, "\(imported.notices)")
  }

  @Test func `References in extensions are followed only if a reference leads into the extension`() throws {
    let folder = Folder([
      "sample.yaml": "a: 1", "used.yaml": "default: 4",
      "part.yaml": "x-more: {$ref: 'sample.yaml'}\ny: {$ref: '#/x-parts/b'}\nx-parts: {b: {$ref: 'used.yaml'}}",
    ])
    let paths = """
        /a:
          x-code: [{source: {$ref: 'sample.yaml'}}]
          post:
            x-handler: {$ref: '../up.js'}
            requestBody: {content: {application/json: {schema: {$ref: '#/x-own/S'}}}}
      x-own: {S: {properties: {a: {$ref: 'part.yaml#/y'}}}}
      x-other: {T: {$ref: 'gone.yaml'}}
      components: {headers: {x-rate: {$ref: 'rate.yaml'}}}
      """
    let imported = try imported(paths, folder)
    #expect(try body(imported) == #"{"a":4}"#)
    #expect(folder.read == ["part.yaml", "rate.yaml", "used.yaml"])
    let reported = imported.notices.filter { $0.message.contains("reference") }
    #expect(reported.count == 1 && reported.allSatisfy { $0.message.contains("rate.yaml") }, "\(reported)")
  }

  @Test func `A document of 3,000 files is loaded completely`() throws {
    let count = 3_000
    var files: [String: String] = [:]
    for number in 0..<count {
      files["paths/\(number).yaml"] =
        "get: {operationId: o\(number), parameters: [{$ref: '../parameters/\(number).yaml'}]}"
      files["parameters/\(number).yaml"] = "{name: n\(number), in: query, required: true}"
    }
    let folder = Folder(files)
    let imported = try imported(
      (0..<count).map { "  /p\($0): {$ref: 'paths/\($0).yaml'}\n" }.joined(), folder)
    #expect(imported.requests.count == count && imported.requests.allSatisfy { $0.params.count == 1 })
    #expect(folder.read.count == 2 * count)
    #expect(!imported.notices.contains { $0.message.contains("reference") }, "\(imported.notices)")
  }
}
