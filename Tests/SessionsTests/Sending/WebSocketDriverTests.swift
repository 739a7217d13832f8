import Basics
import Foundation
import Networking
import TestSupport
import Testing
import Workspaces

@testable import Sessions

/// Files of the kind `websocket`, sent through the session to a server in Python.
@Suite struct WebSocketDriverTests {
  private let folder: TemporaryDirectory
  private let workspace: Workspace
  private let server: PythonPeer?

  init() async throws {
    server = try await PythonPeer.makeWebSocket("echo")
    folder = try TemporaryDirectory("websocket")
    try folder.write("opencollection.yml", "info: {name: C}\n")
    try folder.write("environments/dev.yml", "variables:\n  - {secret: true, name: key}\n")
    workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
    try workspace.secretStore(of: folder.path).set(["key": "s3cret-k3y"], of: "dev")
  }

  private func file(_ more: String) throws {
    let url = "ws://127.0.0.1:\(server?.port ?? 0)/room"
    try folder.write("talk.yml", "info: {name: Talk, type: websocket}\nwebsocket:\n  url: \(url)\n" + more)
  }

  private func texts(_ exchange: Exchange?) -> [String] {
    (exchange?.messages ?? []).map { message in
      (message.direction == .outgoing ? "> " : "< ") + String(decoding: message.body.allBytes, as: UTF8.self)
    }
  }

  private func session(_ input: ConversationInput? = nil) -> SendSession {
    Net().session(workspace, and: [.webSocket(Client(), input: input)])
  }

  @Test func `Selected messages are said, variables and all, and the history masks what is secret in them.`()
    async throws
  {
    guard server != nil else { return }
    try file(
      """
        message:
          - {title: hello, selected: true, message: {type: json, data: '{"id": 7}'}}
          - {title: other, message: {type: text, data: not this}}
          - {title: secret, selected: true, message: {type: text, data: 'my key is {{key}}'}}
          - {title: bytes, selected: true, message: {type: binary, data: AQID}}
      runtime:
        assertions:
          - {expression: 'messages.count', operator: eq, value: '6'}
          - {expression: 'messages[0].data.id', operator: eq, value: '7'}

      """)
    let told = await session().told(try workspace.plan("talk"))
    let exchange = told.answer?.record.exchange
    #expect(exchange?.failure == nil, "\(String(describing: exchange?.failure))")
    let said = texts(exchange)
    #expect(said.filter { $0.hasPrefix("> ") } == [#"> {"id": 7}"#, "> my key is s3cret-k3y", "> \u{1}\u{2}\u{3}"])
    #expect(said.filter { $0.hasPrefix("< ") } == [#"< {"id": 7}"#, "< my key is s3cret-k3y", "< \u{1}\u{2}\u{3}"])
    #expect(exchange?.conversation?.close == Conversation.Close(code: 1000))
    #expect(told.answer?.checks.assertions.map(\.passed) == [true, true])
    let id = try #require(told.answer?.record.id)
    let kept = texts(try History(workspace: workspace).record(id)?.exchange)
    #expect(kept.contains("> my key is ••••") && kept.contains("< my key is ••••"))
  }

  @Test func `A conversation that nobody attends to ends with the close that it asks about.`() async throws {
    guard server != nil else { return }
    try file(
      """
        message: {type: text, data: bye}
      runtime:
        assertions:
          - {expression: close.code, operator: eq, value: '4001'}
          - {expression: close.reason, operator: eq, value: as you say}

      """)
    let told = await session().told(try workspace.plan("talk"))
    #expect(told.answer?.checks.assertions.map(\.passed) == [true, true])
  }

  @Test func `What the user says comes after the messages of the file, and the end is in order.`() async throws {
    guard let server else { return }
    try file("  message: {type: text, data: first}\n")
    let input = ConversationInput()
    input.send("second")
    input.send(.binary, [0x33])
    input.close()
    let told = await session(input).told(try workspace.plan("talk"))
    let said = texts(told.answer?.record.exchange)
    #expect(said.filter { $0.hasPrefix("> ") } == ["> first", "> second", "> 3"])
    #expect(said.filter { $0.hasPrefix("< ") } == ["< first", "< second", "< 3"])
    #expect(server.seen.contains("closed 1000"))
  }

  @Test func `A message that is not as its kind says is refused before anything is sent.`() async throws {
    guard let server else { return }
    try file("  message: {type: binary, data: '***'}\n")
    let told = await session().told(try workspace.plan("talk"))
    #expect(told.refusal?.description == "message 1: a binary message is Base64 in its file")
    try file("  message: {type: text, data: '{{nobody}}'}\n")
    #expect(await session().told(try workspace.plan("talk")).steps == ["refused"])
    #expect(server.seen.isEmpty)
  }

  @Test func `A secret in a message goes to no other server that a redirect names.`() async throws {
    guard let server else { return }
    let moved = try AnsweringServer { _ in Answer.redirect(302, to: "http://localhost:\(server.port)/") }
    try folder.write(
      "talk.yml",
      "info: {name: Talk, type: websocket}\nwebsocket: {url: 'ws://127.0.0.1:\(moved.port)/', message: {type: text, data: '{{key}}'}}\n"
    )
    let told = await session().told(try workspace.plan("talk"))
    #expect(told.answer?.record.exchange.failure?.category == .refusedRedirect)
    #expect(server.seen.isEmpty)
  }
}
