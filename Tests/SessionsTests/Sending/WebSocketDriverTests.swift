import Basics
import Foundation
import Networking
import Synchronization
import TestSupport
import Testing
import Workspaces

@testable import SessionModel
@testable import Sessions

/// Files of kind `websocket`, sent through the session to a Python server.
@Suite struct WebSocketDriverTests {
  private let folder: TemporaryDirectory
  private let workspace: Workspace
  private let server: PythonPeer

  init() async throws {
    server = try await PythonPeer.makeWebSocket("echo")
    folder = try TemporaryDirectory("websocket")
    try folder.write("opencollection.yml", "info: {name: C}\n")
    try folder.write("environments/dev.yml", "variables:\n  - {secret: true, name: key}\n")
    workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
    try workspace.secretStore(of: folder.path).set(["key": "s3cret-k3y"], of: "dev")
    try allow(server.port)
  }

  private func allow(_ port: Int) throws {
    try workspace.consents.allow([UserValueUse(.secret("dev/key"), to: "ws://127.0.0.1:\(port)")], for: workspace.path)
  }

  private func file(_ more: String) throws {
    let url = "ws://127.0.0.1:\(server.port)/room"
    try folder.write("talk.yml", "info: {name: Talk, type: websocket}\nwebsocket:\n  url: \(url)\n" + more)
  }

  private func session(_ input: ConversationInput? = nil) -> SendSession {
    Net().session(workspace, and: [.webSocket(Client(), input: input)])
  }

  @Test func `Selected messages are sent with variables, and the history masks their secrets.`()
    async throws
  {
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
    let received = await session().received(try workspace.plan("talk"))
    let exchange = received.answer?.record.exchange
    #expect(exchange?.failure == nil, "\(String(describing: exchange?.failure))")
    let said = texts(exchange)
    #expect(said.filter { $0.hasPrefix("> ") } == [#"> {"id": 7}"#, "> my key is s3cret-k3y", "> \u{1}\u{2}\u{3}"])
    #expect(said.filter { $0.hasPrefix("< ") } == [#"< {"id": 7}"#, "< my key is s3cret-k3y", "< \u{1}\u{2}\u{3}"])
    #expect(exchange?.conversation?.close == Conversation.Close(code: 1000))
    #expect(received.answer?.checks.assertions.map(\.passed) == [true, true])
    let id = try #require(received.answer?.record.id)
    let kept = texts(try History(workspace: workspace).record(id)?.exchange)
    #expect(kept.contains("> my key is ••••") && kept.contains("< my key is ••••"))
  }

  @Test func `An unattended conversation ends with the close that it asserts.`() async throws {
    try file(
      """
        message: {type: text, data: bye}
      runtime:
        assertions:
          - {expression: close.code, operator: eq, value: '4001'}
          - {expression: close.reason, operator: eq, value: as you say}

      """)
    let received = await session().received(try workspace.plan("talk"))
    #expect(received.answer?.checks.assertions.map(\.passed) == [true, true])
  }

  @Test func `The user's messages follow those of the file, and the conversation closes in order.`() async throws {
    try file("  message: {type: text, data: first}\n")
    let input = ConversationInput()
    input.send("second")
    input.send(.binary, [0x33])
    input.close()
    let received = await session(input).received(try workspace.plan("talk"))
    let said = texts(received.answer?.record.exchange)
    #expect(said.filter { $0.hasPrefix("> ") } == ["> first", "> second", "> 3"])
    #expect(said.filter { $0.hasPrefix("< ") } == ["< first", "< second", "< 3"])
    #expect(server.seen.contains("closed 1000"))
  }

  @Test func `A message that does not match its kind is rejected before anything is sent.`() async throws {
    try file("  message: {type: binary, data: '***'}\n")
    let received = await session().received(try workspace.plan("talk"))
    #expect(received.refusal?.description == "message 1: a binary message is Base64 in its file")
    try file("  message: {type: text, data: '{{nobody}}'}\n")
    #expect(await session().received(try workspace.plan("talk")).steps == ["refused"])
    #expect(server.seen.isEmpty)
  }

  @Test func `A secret in a message is not sent to another server after a redirect.`() async throws {
    let moved = try AnsweringServer { _ in Answer.redirect(302, to: "http://localhost:\(server.port)/") }
    try folder.write(
      "talk.yml",
      "info: {name: Talk, type: websocket}\nwebsocket: {url: 'ws://127.0.0.1:\(moved.port)/', message: {type: text, data: '{{key}}'}}\n"
    )
    try allow(moved.port)
    let received = await session().received(try workspace.plan("talk"))
    #expect(received.answer?.record.exchange.failure?.category == .refusedRedirect)
    #expect(server.seen.isEmpty)
  }

  @Test func `A lost connection is reopened on request, and waiting messages use the next one.`() async throws {
    try file("  message: {type: text, data: first}\nsettings: {reconnect: true}\n")
    let input = ConversationInput()
    let states = Mutex<[Conversation.State]>([])
    let driver = ConversationDriver.webSocket(Client(), input: input)
    let prepared = try workspace.plan("talk").prepared(kinds: ["websocket"])
    let exchange = try await driver.exchange(prepared) { event in
      switch event {
      case .state(let state):
        states.withLock { $0.append(state) }
        if case .reconnecting = state { input.send("second") }
      case .messages(let messages):
        let last = messages.last.map { String(decoding: $0.body.allBytes, as: UTF8.self) }
        if last == "first", messages.last?.direction == .incoming, states.withLock({ $0.count }) == 1 {
          input.send("restart")
        }
        if last == "second", messages.last?.direction == .incoming { input.close() }
      default: break
      }
    }
    #expect(exchange.failure == nil && exchange.attempts == 2)
    let kinds = states.withLock { $0 }.map { state in
      switch state {
      case .connecting: "connecting"
      case .open: "open"
      case .reconnecting: "reconnecting"
      case .closing: "closing"
      case .closed(let close): "closed \(close.code ?? 0)"
      }
    }
    #expect(kinds == ["open", "closed 1012", "reconnecting", "open", "closing", "closed 1000"])
    #expect(texts(exchange).filter { $0 == "> first" }.count == 2 && texts(exchange).last == "< second")
    #expect(server.seen.contains("closed 1000"))
  }

  @Test func `A server's request to reconnect is ignored without the setting.`() async throws {
    try file("  message: {type: text, data: restart}\n")
    let received = await session(ConversationInput()).received(try workspace.plan("talk"))
    #expect(received.answer?.record.exchange.attempts == 1)
    #expect(received.answer?.record.exchange.conversation?.close?.code == 1012)
  }

  @Test func `The exchange has the WebSocket URL, and is resent as one.`() async throws {
    try file("  message: {type: text, data: bye}\n")
    let received = await session(ConversationInput()).received(try workspace.plan("talk"))
    let record = try #require(received.answer?.record)
    #expect(record.exchange.request?.url == "ws://127.0.0.1:\(server.port)/room")
    let copy = try #require(SentCopy(record, defaults: RequestConfig(), usesOwnProxy: false)).definition
    #expect(copy.kind == .webSocket && copy.url == "ws://127.0.0.1:\(server.port)/room")
    #expect(copy.conversation.messages.map(\.data) == ["bye"])
    #expect(!copy.headers.contains { $0.isEnabled && $0.name.hasPrefix("Sec-WebSocket") })
  }

  @Test func `A later message is resolved, and its errors are reported.`() async throws {
    try file("  message: {type: text, data: first}\nruntime: {variables: [{name: who, value: ada}]}\n")
    let session = session()
    var resolved: SessionSend?
    await session.send(try workspace.plan("talk")) { if case .resolved(let send) = $0 { resolved = send } }
    let send = try #require(resolved)
    func said(_ form: OutgoingMessage.Form, _ text: String) throws -> [UInt8] {
      let outgoingMessage = OutgoingMessage(form, text)
      let runtime = session.runtime(in: send.context.answerScope)
      let message = try send.prepared(outgoingMessage, runtime, session.dynamic)
      return try outgoingMessage.prepared(message, in: folder.path).bytes
    }
    #expect(try said(.text, "hi {{who}}") == Array("hi ada".utf8))
    #expect(try said(.hex, "00 ff{{none}}".replacing("{{none}}", with: "41")) == [0, 255, 0x41])
    try folder.write("bytes.bin", "raw")
    #expect(try said(.file, "bytes.bin") == Array("raw".utf8))
    #expect(throws: SendFault.self) { try said(.text, "{{nobody}}") }
    #expect(throws: SendFault.self) { try said(.hex, "0") }
    #expect(throws: SendFault.self) { try said(.file, "absent.bin") }
  }
}
