import TestSupport
import Testing

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
  func `A server is called at the path of the method, plain on this computer.`(url: String, called: String) throws {
    let prepared = try prepared(url, "/a.B/C")
    #expect(prepared.request.url == called && prepared.request.method == .post && prepared.call?.path == "/a.B/C")
    #expect(prepared.request.calling("/x.Y/Z").url == called.replacing("/a.B/C", with: "/x.Y/Z"))
  }

  @Test(arguments: ["/a.B/C", "a.B/C", "a.B.C", " /a.B/C "])
  func `A method is named in any of its spellings.`(method: String) throws {
    #expect(try prepared("grpc://h", method).call?.path == "/a.B/C")
  }

  @Test func `A login that has no answer on HTTP/2 is refused in words; others are metadata.`() throws {
    var definition = RequestDefinition(kind: .grpc, name: "call", method: "a.B/C", url: "grpc://h")
    definition.authentication = Authentication(.digest, [.init("username", "u"), .init("password", "p")])
    let refusal = #expect(throws: SendRefusal.self) {
      try PreparedRequest(definition, in: SendContext(), kinds: ["grpc"])
    }
    #expect(refusal?.description.contains("does not go with gRPC") == true)
    definition.authentication = Authentication(.bearer, [.init("token", "t")])
    let prepared = try PreparedRequest(definition, in: SendContext(), kinds: ["grpc"])
    #expect(prepared.request.headers["Authorization"] == "Bearer t")
  }

  @Test func `Imports are looked for from the collection's folder, and from that of the file.`() throws {
    var definition = RequestDefinition(kind: .grpc, name: "call", method: "a.B/C", url: "grpc://h")
    definition.conversation.call.protoFile = "protos/shop.proto"
    let prepared = try PreparedRequest(definition, in: SendContext(folder: "/c"), kinds: ["grpc"])
    #expect(prepared.call?.importPaths == ["/c", "/c/protos"])
  }

  @Test(arguments: ["", "/", "C", "/a/b/c", "/a b/c"])
  func `What names no method is refused.`(method: String) {
    #expect(throws: SendRefusal.self) { try prepared("grpc://h", method) }
  }
}
