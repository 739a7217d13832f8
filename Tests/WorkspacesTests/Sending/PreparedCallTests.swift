import Basics
import Foundation
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking
@testable import Workspaces

@Suite struct PreparedCallTests {
  private func prepared(_ url: String, _ method: String) throws -> PreparedRequest {
    var definition = RequestDefinition(kind: .grpc, name: "call", method: method, url: url)
    definition.variables = [Row("host", "shop.test:443")]
    return try PreparedRequest(definition, in: SendContext(), kinds: ["grpc"])
  }

  @Test(arguments: [
    ("grpc://shop.test:50051", "http://shop.test:50051/a.B/C"), ("grpcs://shop.test/", "https://shop.test/a.B/C"),
    ("https://shop.test/api", "https://shop.test/api/a.B/C"), ("localhost:50051", "http://localhost:50051/a.B/C"),
    ("127.0.0.1:1", "http://127.0.0.1:1/a.B/C"), ("[::1]:1", "http://[::1]:1/a.B/C"),
    ("shop.test:443", "https://shop.test:443/a.B/C"), ("{{host}}", "https://shop.test:443/a.B/C"),
  ])
  func `A server is called at the path of the method, locally without TLS.`(url: String, called: String) throws {
    let prepared = try prepared(url, "/a.B/C")
    #expect(prepared.request.url == called && prepared.request.method == .post && prepared.call?.path == "/a.B/C")
    #expect(prepared.request.calling("/x.Y/Z").url == called.replacing("/a.B/C", with: "/x.Y/Z"))
  }

  @Test(arguments: ["/a.B/C", "a.B/C", "a.B.C", " /a.B/C "])
  func `A method may be written in any of its spellings.`(method: String) throws {
    #expect(try prepared("grpc://h", method).call?.path == "/a.B/C")
  }

  @Test func `A query, which gRPC does not have, is refused with a message and never part of the path.`() throws {
    for url in ["grpc://h?x=1", "grpc://h/?x=1", "grpc://h#part"] {
      let refusal = #expect(throws: SendRefusal.self) { try prepared(url, "a.B/C") }
      #expect(refusal?.description.contains("gRPC has no query") == true, "\(url)")
    }
    var definition = RequestDefinition(kind: .grpc, name: "call", method: "a.B/C", url: "grpc://h")
    definition.authentication = Authentication(
      .apikey, [.init("key", "k"), .init("value", "v"), .init("placement", "query")])
    let refusal = #expect(throws: SendRefusal.self) {
      try PreparedRequest(definition, in: SendContext(), kinds: ["grpc"])
    }
    #expect(refusal?.description.contains("gRPC has no query") == true)
    // A request for another method must not call this one.
    let request = try Request.with(RequestConfig(url: "http://h/a.B/C?k=v"))
    #expect(request.calling("/x.Y/Z").url == "http://h/x.Y/Z")
  }

  @Test func `A login that HTTP/2 does not support is refused with a message; others are metadata.`() throws {
    var definition = RequestDefinition(kind: .grpc, name: "call", method: "a.B/C", url: "grpc://h")
    definition.authentication = Authentication(.digest, [.init("username", "u"), .init("password", "p")])
    let refusal = #expect(throws: SendRefusal.self) {
      try PreparedRequest(definition, in: SendContext(), kinds: ["grpc"])
    }
    #expect(refusal?.description.contains("does not work with gRPC") == true)
    definition.authentication = Authentication(.bearer, [.init("token", "t")])
    let prepared = try PreparedRequest(definition, in: SendContext(), kinds: ["grpc"])
    #expect(prepared.request.headers["Authorization"] == "Bearer t")
  }

  @Test func `Imports are relative to the collection's folder, or to the file's own.`() throws {
    var definition = RequestDefinition(kind: .grpc, name: "call", method: "a.B/C", url: "grpc://h")
    definition.conversation.call.protoFile = "protos/shop.proto"
    let prepared = try PreparedRequest(definition, in: SendContext(folder: "/c"), kinds: ["grpc"])
    #expect(prepared.call?.importPaths == ["/c", "/c/protos"])
  }

  @Test func `Imports are also found in the collection's import folders.`() throws {
    var definition = RequestDefinition(kind: .grpc, name: "call", method: "a.B/C", url: "grpc://h")
    definition.conversation.call.protoFile = "protos/shop.proto"
    let named = ["vendor", "./protos", "../theirs", "/etc"].map { ImportPath($0) }
    let paths = named + [ImportPath("off", isEnabled: false)]
    let context = SendContext(
      layers: [.init(path: "/c", name: "C", settings: SharedSettings(importPaths: paths))], folder: "/c")
    let prepared = try PreparedRequest(definition, in: context, kinds: ["grpc"])
    #expect(prepared.call?.importPaths == ["/c", "/c/protos", "/c/vendor"])
    #expect(prepared.call?.refusedPaths == ["../theirs", "/etc"])
  }

  @Test func `Consent for a file of types from outside says that it is read, not sent.`() throws {
    let sample = try ConsentSample()
    var definition = RequestDefinition(kind: .grpc, name: "call", method: "a.B/C", url: "grpc://h:1")
    definition.conversation.call.protoFile = "../outside.txt"
    func refusal() throws -> SendRefusal? {
      let context = try sample.context()
      do throws(SendRefusal) { _ = try PreparedRequest(definition, in: context, kinds: ["grpc"]) } catch {
        return error
      }
      return nil
    }
    let refused = try refusal()
    guard case .notAllowed(let uses) = refused?.problem else {
      Issue.record("\(refused as Any)")
      return
    }
    #expect(uses.map(\.receiver) == ["calls of grpc://h:1"] && uses[0].isRead)
    #expect(refused?.description.contains("outside.txt would be read for calls of grpc://h:1") == true)
    try sample.allow(uses)
    #expect(try refusal() == nil)
    #expect(
      try sample.workspace.consents.unallowed(
        [UserValueUse(uses[0].source, to: "grpc://h:1")], of: sample.workspace.path
      )
      .count == 1)
  }

  @Test func `Import folders are read and written back, those outside are reported, also in Bruno's older form.`()
    throws
  {
    let text = """
      opencollection: 1.0.0
      info: {name: C}
      config:
        protobuf:
          protoFiles: [{type: file, path: a.proto}]
          importPaths:
            - {path: vendor}
            - path: ../theirs
            - {path: old, disabled: true}

      """
    let file = try RequestFile(path: "/c/opencollection.yml", bytes: Array(text.utf8))
    let paths = [ImportPath("vendor"), ImportPath("../theirs"), ImportPath("old", isEnabled: false)]
    #expect(file.settings.importPaths == paths)
    let words = "../theirs is outside the collection, so no file is imported from there"
    #expect(file.notices.map(\.message) == [words])
    let written = SettingsWriter.tree(SettingsWriter.collection(named: "C"), from: SharedSettings(), to: file.settings)
    let again = try RequestFile(path: "/c/opencollection.yml", bytes: YAMLEmitter.file(written))
    #expect(again.settings.importPaths == paths)
    let bruno = #"{"importPaths": [{"path": "a", "enabled": true}, {"path": "b", "enabled": false}]}"#
    let older = ImportPathReader.paths(ofOlder: try JSONValue(parsing: Array(bruno.utf8)))
    #expect(older == [ImportPath("a"), ImportPath("b", isEnabled: false)])
  }

  @Test(arguments: ["/c/a/s.proto", "../s.proto", "a/../../s.proto"])
  func `A file that the compiler found outside of the import folders is refused.`(name: String) throws {
    let call = try #require(try prepared("grpc://h", "a.B/C").call)
    let refused = #expect(throws: WorkspaceError.self) { try call.check(imports: ["s.proto", name]) }
    #expect(refused?.description == "\(name): the compiler found it outside the import folders")
    try call.check(imports: ["s.proto", "a/b..proto", "google/protobuf/any.proto"])
  }

  @Test func `An import that leads out of the collection is not read, and neither are links.`() throws {
    let folder = try TemporaryDirectory("imports")
    // A folder in place of a file cannot be read, which would be reported.
    for path in ["outside.proto/x", "c/vendor/inside.proto"] { try folder.write(path, "") }
    try folder.write(
      "c/s.proto",
      "import \"../outside.proto\";\nimport '\(folder.path("outside.proto"))';\nimport \"vendor/inside.proto\";")
    var definition = RequestDefinition(kind: .grpc, name: "call", method: "a.B/C", url: "grpc://h")
    definition.conversation.call.protoFile = "s.proto"
    let context = SendContext(folder: folder.path("c"))
    let call = try #require(try PreparedRequest(definition, in: context, kinds: ["grpc"]).call)
    try call.checkSources()
    try folder.write("c/s.proto", "import \"link.proto\";")
    try folder.link("c/link.proto", to: folder.path("outside.proto"))
    #expect(throws: WorkspaceError.self) { try call.checkSources() }
    let confinement = Confinement(files: .live, folder: folder.path("c"), owner: nil)
    #expect(throws: FileError.self) { try confinement.check(folder.path("c/../outside.proto")) }
    try confinement.check(folder.path("c/vendor/../s.proto"))
  }

  @Test(arguments: ["", "/", "C", "/a/b/c", "/a b/c"])
  func `A text that names no method is refused.`(method: String) {
    #expect(throws: SendRefusal.self) { try prepared("grpc://h", method) }
  }
}
