import Networking
import Testing
import Workspaces

@testable import Interchange

@Suite struct GRPCurlImportTests {
  private func request(_ text: String) throws -> RequestDefinition {
    let result = GRPCurlImport.read(text)
    #expect(result.notices.isEmpty, "\(result.notices)")
    return try #require(result.requests.first)
  }

  @Test func `A command becomes a request of the kind grpc`() throws {
    let request = try request(
      """
      grpcurl -plaintext -H 'authorization: Bearer t' -rpc-header=x-tenant:acme -max-time 2.5 \\
        -proto api/shop.proto -d '{"sku": "A}1"}' localhost:50051 shop.v1.Shop/GetItem
      """)
    #expect(request.kind == .grpc && request.url == "grpc://localhost:50051" && request.name == "GetItem")
    #expect(request.method == "/shop.v1.Shop/GetItem" && request.settings.timeout == 2500)
    #expect(request.headers.map { "\($0.name)=\($0.value)" } == ["authorization=Bearer t", "x-tenant=acme"])
    #expect(request.conversation.messages.map(\.data) == [#"{"sku": "A}1"}"#])
    #expect(request.conversation.messages.map(\.isSelected) == [true])
    #expect(request.conversation.call.protoFile == "api/shop.proto")
  }

  @Test func `TLS is the default, several messages stay separate, and a dot may replace the slash`() throws {
    let request = try request(#"grpcurl -d '{"a":1} {"b":"}"}' shop.test:443 shop.v1.Shop.Watch"#)
    #expect(request.url == "grpcs://shop.test:443" && request.method == "/shop.v1.Shop/Watch")
    #expect(request.conversation.messages.map(\.data) == [#"{"a":1}"#, #"{"b":"}"}"#])
    let piped = GRPCurlImport.read("echo '{\"n\": 1}' | grpcurl -insecure --d @ h:1 a.B/C")
    #expect(piped.requests.first?.trust.verifies == false && piped.notices.first?.message.contains("(|)") == true)
  }

  @Test(arguments: [
    ("grpcurl localhost:1 list", "grpcurl list and describe do not call a method"),
    ("grpcurl -d", "-d has no value"), ("grpcurl -plaintext", "a call needs address and method; this has neither"),
  ])
  func `A command that calls no method is rejected with a reason`(text: String, words: String) {
    let result = GRPCurlImport.read(text)
    #expect(result.requests.isEmpty && result.notices.map(\.message) == [words])
  }

  @Test func `Unsupported options are reported`() {
    let result = GRPCurlImport.read("grpcurl -alts -cert a.pem -protoset a.pb -protoset b.pb h:1 a.B/C")
    #expect(
      result.notices.map(\.message) == [
        "-alts is not carried over", "-cert is not carried over",
        "only the first file of types is carried over, not b.pb",
      ])
    #expect(result.requests.first?.conversation.call.protoFile == "a.pb")
  }

  @Test func `A command is recognized by its name, also after a path`() {
    #expect(GRPCurlImport.opens("  grpcurl h:1 a.B/C") && GRPCurlImport.opens("/usr/bin/grpcurl h:1 list"))
    #expect(!GRPCurlImport.opens("curl https://grpcurl.test") && !GRPCurlImport.opens("grpcurls h a"))
  }

  @Test func `A file with a command gives a collection`() throws {
    let text = Array("grpcurl -plaintext h:1 a.B/C\ngrpcurl -plaintext h:1 a.B/D\n".utf8)
    #expect(ImportFormat.detect(text) == .grpcurl)
    let collection = try ImportFormat.grpcurl.read(text, name: "calls")
    #expect(collection.requests.map(\.name) == ["C", "D"])
  }
}
