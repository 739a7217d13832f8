import Foundation
import Networking
import TestSupport
import Testing
import Workspaces

@testable import Interchange

/// Imports each export again and sends both, which must give the same bytes.
@Suite("Exports that can be imported again")
struct ExportRoundTripTests {
  private static let definitions: [RequestDefinition] = [
    request("plain", "GET", "{{base}}/a b/é?x=1&y&z=%20"),
    request("named", "DELETE", "{{base}}/users/:id/:id2", params: [path("id", "4 2/é"), path("id2", "{{id}}")]),
    request("headers", "GET", "{{base}}/h", headers: [Row("X-A", "1"), Row("X-A", "b: c"), Row("X-V", "{{id}}-x")]),
    request("json", "POST", "{{base}}/j", body: .text(.json, "{\n  \"a\": \"{{id}}\",\n\n  \"b\": [1, 2]\n}")),
    request("text", "PUT", "{{base}}/t", body: .text(.text, "one\ntwo")),
    request("xml", "POST", "{{base}}/x", body: .text(.xml, "<a>é</a>")),
    request(
      "typed", "POST", "{{base}}/x", headers: [Row("Content-Type", "text/csv")], body: .text(.text, "a,b")),
    request("form", "POST", "{{base}}/f", body: .form([Row("a b", "c&d=é~"), Row("v", "{{id}}"), Row("", "")])),
    request(
      "parts", "POST", "{{base}}/m",
      body: .multipart([
        FormPart("t", .text("x")), FormPart("j", .text("{\"a\": 1}"), contentType: "application/json"),
        FormPart("f", .files(["f.txt"])), FormPart("g", .files(["f.txt"]), contentType: "a/b", fileName: "other.bin"),
      ])),
    request("file", "POST", "{{base}}/file", body: .file([.init(path: "f.txt", contentType: "a/b")])),
    request("graph", "POST", "{{base}}/g", body: .graphql(query: "query {\n  user { id }\n}", variables: "{\"a\": 1}")),
    request(
      "basic", "GET", "{{base}}/b",
      auth: Authentication(.basic, [.init("username", "ada"), .init("password", "p:{{id}}")])),
    request("bearer", "GET", "{{base}}/b", auth: Authentication(.bearer, [.init("token", "{{id}}.t")])),
    request(
      "key", "GET", "{{base}}/k",
      auth: Authentication(.apikey, [.init("key", "X-Key"), .init("value", "{{id}}"), .init("placement", "header")])),
    request(
      "query key", "GET", "{{base}}/k?a=1",
      auth: Authentication(.apikey, [.init("key", "k"), .init("value", "v"), .init("placement", "query")])),
    request("inherits", "GET", "{{base}}/i", auth: .inherit),
  ]

  private static func request(
    _ name: String, _ method: String, _ url: String, params: [Parameter] = [], headers: [Row] = [],
    body: BodyDefinition = .none, auth: Authentication = .none
  ) -> RequestDefinition {
    let isGraph = if case .graphql = body { true } else { false }
    return RequestDefinition(
      kind: isGraph ? .graphql : .http, name: name, method: method, url: url, params: params, headers: headers,
      body: body, authentication: auth)
  }

  private static func path(_ name: String, _ value: String) -> Parameter { Parameter(.path, Row(name, value)) }

  private func collection(_ origin: String) -> ImportedCollection {
    var inner = ImportedCollection.Folder(name: "Inner", settings: SharedSettings(headers: [Row("X-Folder", "in")]))
    inner.settings.authentication = .inherit
    inner.items = Self.definitions.map { .request($0, options: TransferOptions()) }
    var root = ImportedCollection.Folder(name: "Round", items: [.folder(inner)])
    root.settings = SharedSettings(
      headers: [Row("X-Root", "out")], authentication: Authentication(.bearer, [.init("token", "shared")]),
      variables: [Row("base", origin), Row("id", "i-7")])
    return ImportedCollection(format: "apus", root: root)
  }

  /// The bytes that the requests of a collection send.
  private func sent(
    by collection: ImportedCollection, _ client: WireClient, in folder: TemporaryDirectory
  ) async throws -> [String] {
    var sent: [String] = []
    for place in collection.places {
      var context = SendContext(
        layers: place.layers.map { SendContext.Layer(path: "", name: "", settings: $0) }, folder: folder.path)
      context.variables = VariableTable(
        collection.root.settings.variables.map { .init($0.name, $0.value, origin: .collection) })
      sent += try await client.send(PreparedRequest(place.definition, in: context).request).map { $0.canonical() }
    }
    return sent
  }

  @Test("Each format gives the same request to the byte", arguments: [ExportFormat.http, .postman])
  func sameBytes(format: ExportFormat) async throws {
    let server = try WireServer()
    let client = WireClient(server)
    let folder = try TemporaryDirectory("export")
    try folder.write("f.txt", "file\n")
    let source = collection(server.origin)
    let before = try await sent(by: source, client, in: folder)
    let text = format.write(source, revealsSecrets: true)
    let importer = try #require(ImportFormat(rawValue: format.rawValue))
    #expect(ImportFormat.detect(Array(text.text.utf8)) == importer)
    let back = try importer.read(Array(text.text.utf8), name: "Round")
    let after = try await sent(by: back, client, in: folder)
    #expect(before.count == Self.definitions.count && before.count == after.count)
    for (index, pair) in zip(before, after).enumerated() {
      #expect(pair.0 == pair.1, "\(Self.definitions[index].name):\n\(text.text)")
    }
    #expect(back.requests.map(\.name) == source.requests.map(\.name))
  }

  @Test("Secrets are masked unless requested, and variables are not", arguments: ExportFormat.allCases)
  func masked(format: ExportFormat) {
    var request = Self.request("x", "GET", "http://h/?a=1", headers: [Row("X-Api-Key", "s3cret")])
    request.authentication = Authentication(.basic, [.init("username", "ada"), .init("password", "s3cret")])
    request.variables = [Row("token", "s3cret")]
    let root = ImportedCollection.Folder(name: "c", items: [.request(request, options: TransferOptions())])
    let collection = ImportedCollection(format: "apus", root: root)
    #expect(!format.write(collection).text.contains("s3cret"), "\(format.write(collection).text)")
    #expect(format.write(collection, revealsSecrets: true).text.contains("s3cret"))
    request.authentication["password"] = "{{word}}"
    let variable = ImportedCollection(
      format: "apus",
      root: ImportedCollection.Folder(name: "c", items: [.request(request, options: TransferOptions())]))
    #expect(format.write(variable).text.contains("{{word}}"))
  }

  @Test("Parts that a format cannot express are reported")
  func notices() {
    var request = Self.request("x", "GET", "http://h/", auth: Authentication(.ntlm))
    request.scripts = [Script(phase: "tests", code: "x")]
    request.assertions = [Assertion("res.whatever", "eq", "1")]
    request.captures = [Capture(variable: "a", expression: "res.body.x")]
    let root = ImportedCollection.Folder(name: "c", items: [.request(request, options: TransferOptions())])
    let collection = ImportedCollection(format: "apus", root: root)
    #expect(ExportFormat.http.write(collection).notices.count == 4)
    #expect(ExportFormat.hurl.write(collection).notices.count == 3)
    #expect(ExportFormat.postman.write(collection).notices.count == 2)
    #expect(ExportFormat.json.write(collection).notices.isEmpty)
  }
}
