import Basics
import Foundation
import Networking
import Protobuf
import Synchronization
import TestSupport
import Testing
import Workspaces

@testable import Sessions

/// Files of kind `grpc`, sent through the session to a grpcio server.
@Suite struct CallDriverTests {
  private let folder: TemporaryDirectory
  private let workspace: Workspace

  init() throws {
    folder = try TemporaryDirectory("grpc")
    try folder.write("opencollection.yml", "info: {name: C}\n")
    try folder.write("environments/dev.yml", "variables:\n  - {secret: true, name: key}\n")
    workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
    try workspace.secretStore(of: folder.path).set(["key": "s3cret-k3y"], of: "dev")
  }

  private func file(_ server: PythonPeer, _ method: String, _ more: String = "") throws {
    try file(server.port, method, more)
  }

  private func file(_ port: Int, _ method: String, _ more: String = "") throws {
    let url = "grpc://127.0.0.1:\(port)"
    try workspace.consents.allow([UserValueUse(.secret("dev/key"), to: url)], for: workspace.path)
    try folder.write(
      "talk.yml", "info: {name: Talk, type: grpc}\ngrpc:\n  url: \(url)\n  method: \(method)\n" + more)
  }

  private func session(_ input: ConversationInput? = nil) -> SendSession {
    Net().session(workspace, and: [.grpc(Client(), input: input)])
  }

  private func sent(_ input: ConversationInput? = nil) async throws -> SessionAnswer? {
    await session(input).received(try workspace.plan("talk")).answer
  }

  @Test(arguments: ["", "old"])
  func `A call uses the server's reflection, and is checked.`(kind: String) async throws {
    let server = try await PythonPeer.makeGRPC(kind)
    defer { withExtendedLifetime(server) {} }
    try file(
      server, "/grpc.testing.Ends/EchoOne",
      """
        message: '{"number": 7, "text": "{{key}}"}'
      runtime:
        assertions:
          - {expression: 'messages.count', operator: eq, value: '2'}
          - {expression: 'messages[1].data.number', operator: eq, value: '7'}
          - {expression: 'grpc.status', operator: eq, value: '0'}
          - {expression: 'grpc.name', operator: eq, value: OK}
          - {expression: 'close.code', operator: eq, value: '0'}

      """)
    let answer = try #require(try await sent())
    #expect(answer.record.exchange.failure == nil, "\(String(describing: answer.record.exchange.failure))")
    let said = #"{"number":7,"text":"s3cret-k3y"}"#
    #expect(texts(answer.record.exchange) == ["> " + said, "< " + said])
    #expect(answer.checks.assertions.map(\.passed) == [true, true, true, true, true])
    let kept = try History(workspace: workspace).record(answer.record.id)?.exchange
    #expect(texts(kept).allSatisfy { $0.contains("••••") && !$0.contains("s3cret") })
    #expect(kept?.conversation?.close?.name == "OK")
  }

  @Test func `The server's types are saved, and fetched again only for an unknown method.`()
    async throws
  {
    let server = try await PythonPeer.makeGRPC()
    defer { withExtendedLifetime(server) {} }
    try file(server, "/grpc.testing.Ends/EchoOne", "  message: '{\"number\": 1}'\n")
    #expect(try await sent()?.record.exchange.failure == nil)
    let schemas = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".binpb") }
    #expect(schemas.count == 1)
    let kept = try #require(schemas.first)
    let date = try FileManager.default.attributesOfItem(atPath: folder.path(kept))[.modificationDate] as? Date
    #expect(try await sent()?.record.exchange.failure == nil)
    let later = try FileManager.default.attributesOfItem(atPath: folder.path(kept))[.modificationDate] as? Date
    #expect(date == later)
  }

  @Test func `A missing method or field, and a server without reflection, are reported.`() async throws {
    let server = try await PythonPeer.makeGRPC()
    let mute = try await PythonPeer.makeGRPC("mute")
    defer { withExtendedLifetime((server, mute)) {} }
    try file(server, "/grpc.testing.Ends/Nothing")
    let method = try #require(try await sent()?.record.exchange.failure)
    #expect(method.category == .encoding && method.message.hasPrefix("There is no method /grpc.testing.Ends/Nothing"))
    try file(server, "/grpc.testing.Ends/EchoOne", "  message: '{\"numbre\": 1}'\n")
    let field = try #require(try await sent()?.record.exchange.failure)
    #expect(field.message.hasPrefix("message 1 is not a grpc.testing.Note: ") && field.message.contains("number"))
    try file(mute, "/grpc.testing.Ends/EchoOne")
    let silent = try #require(try await sent()?.record.exchange.failure)
    #expect(silent.message.contains("reflection"))
    try file(server, "''")
    #expect(await session().received(try workspace.plan("talk")).refusal != nil)
  }

  @Test func `A proto file or a descriptor set replaces reflection.`() async throws {
    let server = try await PythonPeer.makeGRPC("mute")
    defer { withExtendedLifetime(server) {} }
    let proto = Repository.root.appending(path: "Tests/TestSupport/Servers/grpcserver.proto").path
    try folder.write("api.proto", try String(contentsOfFile: proto, encoding: .utf8))
    let message = "  message: '{\"number\": 3}'\n"
    if Tool.path("protoc") != nil {
      try file(server, "grpc.testing.Ends.EchoOne", "  protoFilePath: api.proto\n" + message)
      let exchange = try #require(try await sent()?.record.exchange)
      #expect(texts(exchange) == [#"> {"number":3}"#, #"< {"number":3}"#], "\(String(describing: exchange.failure))")
      try Tool.run(
        try #require(Tool.path("protoc")),
        ["--descriptor_set_out=\(folder.path("api.binpb"))", "--proto_path=\(folder.path)", folder.path("api.proto")])
      try file(server, "grpc.testing.Ends/EchoOne", "  protoFilePath: api.binpb\n" + message)
      #expect(texts(try await sent()?.record.exchange).count == 2)
      try folder.write("api.proto", "syntax = \"proto3\"; mesage X {}")
      try file(server, "grpc.testing.Ends.EchoOne", "  protoFilePath: api.proto\n" + message)
      #expect(try await sent()?.record.exchange.failure?.message.contains("api.proto:1") == true)
    }
  }

  @Test func `A missing file is reported with the import folder outside the collection.`()
    async throws
  {
    _ = try Tool.required("protoc")
    try folder.write(
      "opencollection.yml", "info: {name: C}\nconfig: {protobuf: {importPaths: [{path: ../outside}]}}\n")
    try folder.write("api.proto", "syntax = \"proto3\"; import \"ext.proto\"; message X {}\n")
    try file(1, "a.B/C", "  protoFilePath: api.proto\n")
    let words = try await sent()?.record.exchange.failure?.message ?? ""
    #expect(words.contains("importPaths has ../outside, which is outside the collection"), "\(words)")
  }

  @Test func `A proto file imported through a link out of the collection is not used.`() async throws {
    _ = try Tool.required("protoc")
    let outside = try TemporaryDirectory("outside")
    try outside.write("mine.proto", "syntax = \"proto3\"; package mine; message M { int32 number = 1; }")
    let call = "  protoFilePath: api.proto\n  message: '{\"number\": 3}'\n"
    try file(1, "/Ends/EchoOne", call)
    try folder.link("theirs.proto", to: outside.path("mine.proto"))
    // Only the compiler resolves the second name.
    for name in ["theirs.proto", #"the\x69rs.proto"#] {
      try folder.write(
        "api.proto",
        """
        syntax = "proto3";
        import "\(name)";
        service Ends { rpc EchoOne(mine.M) returns (mine.M); }
        """)
      let refused = try #require(try await sent()?.record.exchange.failure)
      #expect(refused.message.contains("points outside the workspace"), "\(refused.message)")
      #expect(refused.category == .encoding)
    }
  }

  @Test func `The user's messages follow those of the file, and their end closes our side.`() async throws {
    let server = try await PythonPeer.makeGRPC()
    defer { withExtendedLifetime(server) {} }
    try file(
      server, "/grpc.testing.Ends/Echo",
      """
        message:
          - {title: a, selected: true, message: '{"number": 1}'}
          - {title: b, message: '{"number": 2}'}
          - {title: c, selected: true, message: '{"number": 3}'}

      """)
    let input = ConversationInput()
    input.send(#"{"number": 4}"#)
    input.close()
    let exchange = try #require(try await sent(input)?.record.exchange)
    let numbers = [1, 3, 4].map { #"{"number":\#($0)}"# }
    #expect(texts(exchange).filter { $0.hasPrefix(">") } == numbers.map { "> " + $0 })
    #expect(texts(exchange).filter { $0.hasPrefix("<") } == numbers.map { "< " + $0 })
    #expect(exchange.conversation?.close == Conversation.Close(code: 0, name: "OK"))
  }

  @Test func `A mismatching message ends the call with an explanation.`() async throws {
    let server = try await PythonPeer.makeGRPC()
    defer { withExtendedLifetime(server) {} }
    try file(server, "/grpc.testing.Ends/Echo")
    let input = ConversationInput()
    input.send("{nonsense")
    let exchange = try #require(try await sent(input)?.record.exchange)
    #expect(exchange.failure?.message.hasPrefix("the message is not a grpc.testing.Note: ") == true)
  }

  @Test func `Status details are decoded.`() async throws {
    let server = try await PythonPeer.makeGRPC()
    defer { withExtendedLifetime(server) {} }
    try file(
      server, "/grpc.testing.Ends/Details",
      """
      runtime:
        assertions:
          - {expression: 'grpc.name', operator: eq, value: FAILED_PRECONDITION}
          - {expression: 'grpc.message', operator: eq, value: nothing left}
          - {expression: 'grpc.details[0].reason', operator: eq, value: NO_STOCK}

      """)
    let answer = try #require(try await sent())
    #expect(answer.checks.assertions.map(\.passed) == [true, true, true])
    #expect(answer.record.exchange.conversation?.close?.details?.contains("shop.test") == true)
    #expect(answer.record.exchange.failure == nil)
  }

  @Test func `An unattended endless call reaches the deadline.`() async throws {
    let server = try await PythonPeer.makeGRPC()
    defer { withExtendedLifetime(server) {} }
    // Allows for fetching the types first.
    try file(server, "/grpc.testing.Ends/Forever", "settings:\n  timeout: 8000\n")
    let exchange = try #require(try await sent()?.record.exchange)
    #expect(exchange.conversation?.close?.name == "DEADLINE_EXCEEDED", "\(String(describing: exchange.failure))")
    #expect(exchange.failure == nil)
  }

  @Test func `A mismatching message is reported to the listener, and the call continues.`() async throws {
    let server = try await PythonPeer.makeGRPC()
    defer { withExtendedLifetime(server) {} }
    try file(server, "/grpc.testing.Ends/Echo")
    let replies = Mutex([ConversationInput.Reply]())
    let input = ConversationInput { reply in replies.withLock { $0.append(reply) } }
    input.send("{nonsense")
    input.send(#"{"number": 5}"#)
    input.close()
    let exchange = try #require(try await sent(input)?.record.exchange)
    #expect(texts(exchange) == [#"> {"number":5}"#, #"< {"number":5}"#] && exchange.failure == nil)
    let received = replies.withLock { $0 }
    #expect(received.first == .listens(true) && received.count == 2, "\(received)")
    guard case .refused(let words, let message)? = received.last else {
      Issue.record("\(received)")
      return
    }
    #expect(words.hasPrefix("the message is not a grpc.testing.Note: ") && message == 1)
  }

  @Test func `A call to an unreachable server is recorded with its URL.`() async throws {
    try file(1, "/grpc.testing.Ends/EchoOne")
    let exchange = try #require(try await sent()?.record.exchange)
    #expect(exchange.failure?.category == .connect && exchange.response == nil)
    #expect(exchange.finalURL?.hasSuffix("127.0.0.1:1/grpc.testing.Ends/EchoOne") == true, "\(exchange.finalURL ?? "")")
  }

  @Test func `Types are fetched again on request, saved, and not recorded.`() async throws {
    let server = try await PythonPeer.makeGRPC()
    defer { withExtendedLifetime(server) {} }
    try file(server, "''")
    let plan = try workspace.plan("talk")
    await #expect(throws: SchemaLoadFault.self) { try await plan.keptTypes() }
    var dependencies = SendSession.Dependencies(drivers: [.grpc(Client())])
    dependencies.types = .callTypes(Client())
    let session = SendSession(workspace, dependencies: dependencies)
    let fetched = try await session.fetchTypes(of: plan)
    #expect(fetched.schema.method(path: "/grpc.testing.Ends/EchoOne") != nil)
    let kept = try await plan.keptTypes()
    #expect(kept.set == fetched.set && kept.origin.hasPrefix("reflection of grpc://"))
    #expect(try History(workspace: workspace).list(limit: 1).entries.isEmpty)
  }

  @Test func `Mismatching answers, and a success without an answer, are failures.`() throws {
    let watch = AnswerWatch()
    #expect(watch.fault(isStreaming: true) == nil)
    #expect(watch.fault(isStreaming: false) == "the server returned OK without a message")
    watch.note(nil)
    #expect(watch.fault(isStreaming: false) == nil)
    watch.note("is no a.B: x")
    watch.note("is no a.B: y")
    #expect(watch.fault(isStreaming: true) == "answer 2 is no a.B: x; fetch the types again if they have changed")
  }
}
