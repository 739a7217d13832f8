import Foundation
import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("Bruno's older format") struct BruTests {
  private func definition(_ text: String) throws -> RequestDefinition {
    try BruFormat.definition(Array(text.utf8), "/x.bru").definition
  }

  @Test("Every corpus file is read or refused with its position, whole or truncated anywhere", .corpora("bruno"))
  func corpus() throws {
    for path in try Corpora.files("bruno", extensions: ["bru"]) {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
      #expect(throws: Never.self, "\(path)") { try BruDocument(bytes) }
      for cut in 0..<64 { _ = try? BruFormat.definition(Array(bytes.prefix(bytes.count * cut / 64)), path) }
      // Other line ends give the same result.
      let text = String(decoding: bytes, as: UTF8.self)
      let twin = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
      #expect(
        try BruFile(bytes, environmentName: "e") == BruFile(Array(twin.utf8), environmentName: "e"), "\(path)")
    }
  }

  @Test("Forms with files, multi-line values and notes are read")
  func details() throws {
    let made = try definition(
      """
      meta {
        name: x
        type: http
      }

      http {
        method: PURGE
        url: http://h/
        body: multipartForm
        auth: inherit
      }

      headers {
        @description("why")
        A: '''
          one
            two
        '''
      }

      body:multipart-form {
        f: @file(a.txt|b.txt) @contentType(text/x)
        t: text @contentType(text/y)
      }

      assert {
        res.status: eq 200
        ~res.body: isDefined
      }
      """)
    #expect(made.method == "PURGE" && made.authentication == .inherit)
    #expect(made.headers == [Row("A", "one\n  two", note: "why")])
    #expect(
      made.body
        == .multipart([
          FormPart("f", .files(["a.txt", "b.txt"]), contentType: "text/x"),
          FormPart("t", .text("text"), contentType: "text/y"),
        ]))
    #expect(
      made.assertions == [Assertion("res.status", "eq", "200"), Assertion("res.body", "isDefined", isEnabled: false)])
    #expect(throws: WorkspaceError.self) { try definition("get {\n  url: x\n") }
    #expect(throws: WorkspaceError.self) { try definition("docs {\n}\n") }
  }

  @Test("An older collection opens, sends, refuses edits, and is equivalent after conversion")
  func collection() throws {
    let folder = try TemporaryDirectory("bru")
    try folder.write("c/bruno.json", #"{"version": "1", "name": "Old", "type": "collection", "ignore": ["skip"]}"#)
    try folder.write(
      "c/collection.bru", "headers {\n  X-C: 1\n}\n\nauth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: {{t}}\n}\n")
    try folder.write("c/f/folder.bru", "meta {\n  name: Folder\n  seq: 1\n}\n")
    try folder.write(
      "c/f/a.bru",
      "meta {\n  name: A\n  type: http\n  seq: 2\n}\n\nget {\n  url: {{base}}/a\n  body: none\n  auth: inherit\n}\n")
    try folder.write("c/skip/b.bru", "get {\n}\n")
    try folder.write("c/environments/dev.bru", "vars {\n  base: http://h\n}\nvars:secret [\n  t\n]\n")
    let workspace = try Workspace.open(folder.path("c/f"), stateFolder: folder.path("s"))
    let tree = workspace.tree()
    #expect(tree.notices.isEmpty && tree.collections.first?.name == "Old")
    #expect(tree.collections.first?.requests.map(\.names) == [["Folder", "A"]])
    #expect(workspace.isReadOnly(workspace.path))
    try workspace.secretStore(of: workspace.path).set(["t": "s3cret"], of: "dev")
    try workspace.consents.allow([UserValueUse(.secret("dev/t"), to: "http://h")], for: workspace.path)
    let file = try workspace.request(at: folder.path("c/f/a.bru"))
    let context = try workspace.context(for: file.path, environment: "dev")
    let request = try PreparedRequest(file.definition, in: context).request
    #expect(
      request.url == "http://h/a" && request.headers["X-C"] == "1"
        && request.headers["Authorization"] == "Bearer s3cret")
    var changed = file.definition
    changed.url = "x"
    #expect(throws: WorkspaceError.self) { try workspace.save(changed, to: file) }
    #expect(throws: WorkspaceError.self) { try workspace.createRequest(changed, in: folder.path("c")) }
    let made = try workspace.convert(workspace.path, into: folder.path)
    #expect(made.notices.isEmpty && made.path == folder.path("Old"))
    let converted = try Workspace.open(made.path, stateFolder: folder.path("s"))
    #expect(converted.tree().collections.first?.requests.map(\.names) == [["Folder", "A"]])
    let same = try converted.request(at: folder.path("Old/f/a.yml")).definition
    #expect(same.url == file.definition.url && same.sequence == 2 && same.authentication == .inherit)
    #expect(try converted.settings(of: made.path).settings == workspace.settings(of: workspace.path).settings)
    #expect(converted.environmentNames(of: made.path) == ["dev"])
  }

  @Test("A file that ends in an open block is listed with its line, also that of a folder or the collection, and stays")
  func openBlock() throws {
    let folder = try TemporaryDirectory("open-block")
    let request = "meta {\n  name: A\n  type: http\n}\n\nget {\n  url: http://h/\n"
    try folder.write("bruno.json", "{\"name\": \"C\"}")
    try folder.write("collection.bru", "headers {\n  a: 1\n")
    try folder.write("f/folder.bru", "meta {\n  name: Folder\n}\nheaders {\n  b: 1\n")
    try folder.write("f/a.bru", request)
    let tree = try Workspace.open(folder.path, stateFolder: folder.path("state")).tree()
    #expect(
      Set(tree.notices.map(\.description)) == [
        "\(folder.path)/collection.bru:1:1: the block \"headers\" has no end",
        "\(folder.path)/f/folder.bru:4:1: the block \"headers\" has no end",
      ])
    let listed = try #require(tree.collections.first?.requests.first?.node)
    #expect(
      listed.id == "f/a" && listed.fault?.description == "\(folder.path)/f/a.bru:6:1: the block \"get\" has no end")
    #expect(try folder.readText("f/a.bru") == request)
  }
}
