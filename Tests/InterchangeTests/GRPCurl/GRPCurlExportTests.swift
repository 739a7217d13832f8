import Networking
import TestSupport
import Testing
import Workspaces

@testable import Interchange

@Suite struct GRPCurlExportTests {
  private func prepared(_ definition: RequestDefinition) throws -> PreparedRequest {
    try PreparedRequest(definition, in: SendContext(folder: "/c"), kinds: ["grpc"])
  }

  private func call(_ url: String = "grpc://localhost:50051") -> RequestDefinition {
    RequestDefinition(kind: .grpc, name: "Get", method: "/shop.v1.Shop/Get", url: url, authentication: .none)
  }

  @Test func `A call becomes a grpcurl command with its metadata, deadline, types and messages`() throws {
    var definition = call()
    definition.headers = [Row("x-tenant", "acme inc"), Row("off", "1", isEnabled: false), Row("User-Agent", "me/1")]
    definition.settings.timeout = 2500
    definition.conversation.call.protoFile = "protos/shop.proto"
    definition.conversation.messages = [
      .init("a", #"{"sku": "A1"}"#, isSelected: true), .init("b", "{}"),
      .init("c", #"{"sku": "it's"}"#, isSelected: true),
    ]
    let command = GRPCurlExport.command(for: try prepared(definition))
    #expect(
      command.text == """
        grpcurl -plaintext -max-time 2.5 -H 'x-tenant: acme inc' -user-agent me/1 -import-path /c -import-path /c/protos \
        -proto protos/shop.proto -d '{"sku": "A1"} {"sku": "it'\\''s"}' localhost:50051 shop.v1.Shop/Get
        """)
    #expect(command.notices.isEmpty)
  }

  @Test func `A server without a port gets the default of its scheme, and unsupported parts are reported`() throws {
    var definition = call("grpcs://shop.test/api")
    definition.conversation.call.compresses = true
    definition.trust.verifies = false
    let command = GRPCurlExport.command(for: try prepared(definition))
    #expect(command.text == "grpcurl -insecure shop.test:443 shop.v1.Shop/Get")
    #expect(
      command.notices == [
        "its messages are not compressed: grpcurl has no option for that",
        "the path before the method is left out: grpcurl calls servers at their root",
      ])
  }

  @Test func `Secrets are masked unless requested`() throws {
    var definition = call()
    definition.authentication = Authentication(.bearer, [.init("token", "t0ps3cret-value")])
    let prepared = try prepared(definition)
    #expect(!GRPCurlExport.command(for: prepared).text.contains("t0ps3cret"))
    #expect(GRPCurlExport.command(for: prepared, revealsSecrets: true).text.contains("Bearer t0ps3cret-value"))
  }

  @Test(arguments: ["@", "@file", "-plaintext", ""])
  func `A message is data, even if it looks like an argument of grpcurl`(text: String) throws {
    var definition = call()
    definition.conversation.messages = [.init("message", text, isSelected: true)]
    let command = GRPCurlExport.command(for: try prepared(definition))
    #expect(!command.text.contains("-d @ ") && !command.text.contains("-d '@'"), "\(command.text)")
    let back = GRPCurlImport.read(command.text)
    #expect(back.notices.isEmpty, "\(command.text)\n\(back.notices)")
    let messages = try #require(back.requests.first).conversation.messages
    #expect(messages.map(\.data) == [text.isEmpty ? "{}" : text], "\(command.text)")
  }

  @Test(arguments: [("grpcs://-plaintext:80", "/shop.v1.Shop/Get"), ("grpcs://shop.test:80", "/-insecure/Get")])
  func `A server or a method with a leading dash is not an option`(url: String, method: String) throws {
    var definition = call(url)
    definition.method = method
    let command = GRPCurlExport.command(for: try prepared(definition))
    #expect(command.text == "grpcurl -- \(url.dropFirst("grpcs://".count)) \(method.dropFirst())")
    let back = GRPCurlImport.read(command.text)
    #expect(back.notices.isEmpty && back.requests.first?.url == url && back.requests.first?.method == method)
  }

  /// The requests omit parts that grpcurl cannot hold: variables, names of messages, options of Apus.
  @Test func `Random calls survive a round trip through their command`() throws {
    var random = SeededGenerator(seed: 7)
    let texts = [
      "plain", "with blank", "it's", "a\"b", "$HOME `x` \\", "ü 漢 🦜", "-d", "%20", "#", "a;b|c&d", "!x", "*?[a]",
    ]
    func text() -> String { texts.randomElement(using: &random) ?? "" }
    func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
    for number in 0..<500 {
      var definition = call("\(chance(2) ? "grpc" : "grpcs")://\(chance(2) ? "shop.test" : "[::1]"):\(number + 1)")
      definition.method = chance(2) ? "/shop.v1.Shop/Get" : "/Shop/Get"
      for index in 0..<Int.random(in: 0...3, using: &random) { definition.headers.append(Row("x-\(index)", text())) }
      if chance(4) { definition.headers.append(Row("User-Agent", "me/\(number)")) }
      if chance(2) { definition.settings.timeout = Double(Int.random(in: 1...90_000, using: &random)) }
      if definition.url.hasPrefix("grpcs"), chance(3) { definition.trust.verifies = false }
      if chance(3) { definition.conversation.call.protoFile = chance(2) ? "shop.proto" : "sets/shop.binpb" }
      for index in 0..<Int.random(in: 0...3, using: &random) {
        let value = JSONText.quoted(text())
        let data = chance(3) ? "{\n  \"a\": [{\"b\": \(value)}]\n}" : "{\"a\": \(value)}"
        definition.conversation.messages.append(.init("message \(index + 1)", data, isSelected: true))
      }
      let sent = try prepared(definition)
      let line = GRPCurlExport.command(for: sent, revealsSecrets: true)
      #expect(line.notices.isEmpty)
      let result = GRPCurlImport.read(line.text)
      #expect(result.notices.isEmpty, "\(line.text)\n\(result.notices)")
      var back = try #require(result.requests.first, "\(line.text)")
      back.authentication = .none
      let again = try prepared(back)
      #expect(again.request.url == sent.request.url && again.request.headers == sent.request.headers, "\(line.text)")
      #expect(again.messages.map(\.bytes) == sent.messages.map(\.bytes), "\(line.text)")
      #expect(again.request.options == sent.request.options && again.call?.path == sent.call?.path, "\(line.text)")
      #expect(again.call?.protoFile == sent.call?.protoFile, "\(line.text)")
    }
  }
}

private enum JSONText {
  static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
