import Basics
import Foundation
import Networking
import TestSupport
import Testing
import Workspaces

@testable import Sessions

/// Subscriptions over both transports, sent through the session to a Python server.
@Suite struct SubscriptionDriverTests {
  private let folder: TemporaryDirectory
  private let workspace: Workspace
  private let server: PythonPeer

  init() async throws {
    server = try await PythonPeer.makeGraphQL()
    folder = try TemporaryDirectory("subscription")
    try folder.write("opencollection.yml", "info: {name: C}\n")
    try folder.write("environments/dev.yml", "variables:\n  - {secret: true, name: key}\n")
    workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
    try workspace.secretStore(of: folder.path).set(["key": "s3cret-k3y"], of: "dev")
    try workspace.consents.allow(
      [UserValueUse(.secret("dev/key"), to: "http://127.0.0.1:\(server.port)")], for: workspace.path)
  }

  private func received(
    _ path: String, _ more: String = "", isAttended: Bool = true, patience: Duration = .seconds(10)
  ) async throws -> Received {
    try folder.write(
      "watch.yml",
      """
      info: {name: Watch, type: graphql}
      graphql:
        url: http://127.0.0.1:\(server.port)\(path)
        headers: [{name: Authorization, value: 'Bearer {{key}}'}]
        body: {query: 'subscription W { tick }'}

      """ + more)
    let driver = ConversationDriver.subscriptions(Client(), isAttended: isAttended, patience: patience)
    return await Net().session(workspace, drivers: [driver]).received(try workspace.plan("watch"))
  }

  @Test func `Over events, a subscription has the same messages as over WebSocket.`() async throws {
    let received = try await received(
      "/sse?count=2",
      """
      runtime:
        assertions:
          - {expression: 'messages.count', operator: eq, value: '2'}
          - {expression: 'message.data.data.tick', operator: eq, value: '2'}

      """)
    #expect(received.answer?.checks.assertions.map(\.passed) == [true, true], "\(answers(received))")
  }

  private func answers(_ received: Received) -> [String] {
    let exchange = received.answer?.record.exchange
    if let streamed = exchange?.streamed {
      return (0..<streamed.count).map { String(decoding: streamed[$0].data, as: UTF8.self) }
    }
    return (exchange?.messages ?? []).filter { $0.direction == .incoming && $0.kind.isContent }.map {
      String(decoding: $0.body.allBytes, as: UTF8.self)
    }
  }

  @Test func `Results are messages, protocol messages are separate, and all are recorded.`() async throws {
    let received = try await received(
      "/ok?count=2",
      """
      runtime:
        assertions:
          - {expression: 'messages[0].data.data.tick', operator: eq, value: '1'}
          - {expression: 'messages.count', operator: eq, value: '2'}
          - {expression: 'message.data.data.tick', operator: eq, value: '2'}

      """)
    let exchange = received.answer?.record.exchange
    #expect(exchange?.failure == nil, "\(String(describing: exchange?.failure))")
    #expect(answers(received) == [#"{"data": {"tick": 1}}"#, #"{"data": {"tick": 2}}"#])
    #expect(received.answer?.checks.assertions.map(\.passed) == [true, true, true])
    let controls = (exchange?.messages ?? []).filter { $0.kind == .control }.map {
      String(decoding: $0.body.allBytes, as: UTF8.self)
    }
    #expect(
      controls == [
        #"{"type":"connection_init"}"#, #"{"type": "connection_ack"}"#,
        #"{"id":"1","type":"subscribe","payload":{"query":"subscription W { tick }"}}"#,
        #"{"id": "1", "type": "complete"}"#,
      ])
    #expect(server.seen.contains("Bearer s3cret-k3y") && server.seen.contains("closed 1000"))
    let id = try #require(received.answer?.record.id)
    let kept = try History(workspace: workspace).record(id)?.exchange
    #expect(kept?.conversation?.messages.saidCount == 2 && kept?.messages.first?.kind == .control)
  }

  @Test func `The payload of connection_init is sent with its secret, which the history masks.`() async throws {
    let received = try await received(
      "/init", "extensions: {apus: {graphql: {connectionInit: '{\"token\": \"{{key}}\"}'}}}\n")
    #expect(answers(received) == [#"{"data": {"tick": 1, "init": {"token": "s3cret-k3y"}}}"#])
    let id = try #require(received.answer?.record.id)
    let kept = try History(workspace: workspace).record(id)?.exchange.messages ?? []
    #expect(kept.count > 2 && !kept.contains { $0.body.allBytes.contains(Array("s3cret".utf8)) })
  }

  @Test func `A ping of the protocol is answered.`() async throws {
    #expect(answers(try await received("/ping")) == [#"{"data": {"tick": 1, "pong": {"n": 7}}}"#])
  }

  @Test func `A rejected operation is an answer with errors.`() async throws {
    let received = try await received("/error")
    #expect(answers(received) == [#"{"errors":[{"message": "no such field"}]}"#])
    #expect(received.answer?.record.exchange.failure == nil)
  }

  @Test func `A result for another subscription is ignored.`() async throws {
    let received = try await received("/foreign?count=1")
    #expect(answers(received) == [#"{"data": {"tick": 1}}"#] && received.answer?.record.exchange.failure == nil)
  }

  @Test(
    "A protocol violation or an early end is the failure",
    arguments: [
      ("/close/4400", "ended the subscription: 4400 as said"), ("/close/4401", "ended the subscription: 4401 as said"),
      ("/close/4409", "ended the subscription: 4409 as said"), ("/garbage", "sent a message that is not a JSON object"),
      ("/bytes", "sent bytes instead of text"), ("/untyped", "sent a message without a type"),
      ("/unknown", "sent a message of the unknown type data"), ("/early", "sent next before it acknowledged"),
      ("/twice", "acknowledged the connection twice"), ("/reset", ""),
    ])
  func failures(path: String, words: String) async throws {
    let received = try await received(path)
    let failure = try #require(received.answer?.record.exchange.failure)
    #expect((words.isEmpty || failure.message.contains(words)) && failure.category != .cancelled, "\(failure)")
    let isOurs = ["/garbage", "/bytes", "/untyped", "/unknown", "/early", "/twice"].contains(path)
    if isOurs { #expect(server.seen.contains("closed 4400")) }
    if path == "/reset" { #expect(answers(received) == [#"{"data": {"tick": 1}}"#]) }
  }

  @Test func `Without an acknowledgement, the connection closes at the time limit.`() async throws {
    let received = try await received("/silent", patience: .milliseconds(20))
    let words = received.answer?.record.exchange.failure?.message ?? ""
    #expect(words.contains("did not acknowledge the connection within 20 ms"), "\(words)")
    #expect(server.seen.contains("closed 4504"))
  }

  @Test func `A handshake follows redirects, and a rejected login is the failure.`() async throws {
    #expect(answers(try await received("/moved")).count == 3)
    let denied = try await received("/denied").answer?.record.exchange
    #expect(denied?.response?.status.code == 401 && denied?.hops.count == 1)
    #expect(denied?.failure?.message.contains("401 Unauthorized") == true)
  }

  @Test(
    "A server without WebSocket is asked for events", arguments: ["/plain", "/missing", "/sse", "/forbidden"])
  func fallback(path: String) async throws {
    let received = try await received(path + "?count=2")
    let exchange = try #require(received.answer?.record.exchange)
    #expect(exchange.failure == nil, "\(String(describing: exchange.failure))")
    #expect(answers(received) == [#"{"data":{"tick":1}}"#, #"{"data":{"tick":2}}"#])
    #expect(exchange.hops.map(\.request.method) == ["GET", "POST"] && exchange.hops.last?.cause == .retry(attempt: 1))
    #expect(server.seen.contains(#"{"query":"subscription W { tick }"}"#))
  }

  @Test func `A server with only the older protocol works.`() async throws {
    let received = try await received("/older?count=2")
    #expect(received.answer?.record.exchange.failure == nil)
    #expect(answers(received) == [#"{"data": {"tick": 1}}"#, #"{"data": {"tick": 2}}"#])
    #expect(server.seen.contains(#"{"id":"1","type":"start","payload":{"query":"subscription W { tick }"}}"#))
  }

  @Test func `A file can require one transport, without a fallback.`() async throws {
    let socket = try await received("/plain", "extensions: {apus: {graphql: {subscriptions: websocket}}}\n")
    #expect(socket.answer?.record.exchange.failure?.message.contains("200 OK instead of opening a WebSocket") == true)
    #expect(!server.seen.contains("POST"))
    let events = try await received("/ok", "extensions: {apus: {graphql: {subscriptions: sse}}}\n")
    #expect(answers(events).count == 3 && events.answer?.record.exchange.hops.count == 1)
  }

  @Test("An unattended subscription ends with the requested results", arguments: ["/forever", "/sse-forever"])
  func unattended(path: String) async throws {
    let more = """
      runtime:
        assertions:
          - {expression: 'messages[2].data.data.tick', operator: eq, value: '3'}

      """
    let received = try await received(path, more, isAttended: false)
    #expect(received.answer?.record.exchange.failure == nil)
    #expect(received.answer?.checks.assertions.map(\.passed) == [true] && answers(received).count >= 3)
    if path == "/forever" { #expect(server.seen.contains(#"{"id":"1","type":"complete"}"#)) }
  }

  @Test("An endless subscription is ended by its sender", arguments: ["/forever", "/sse-forever"])
  func endless(path: String) async throws {
    let begun = Gate()
    try folder.write(
      "watch.yml",
      "info: {name: W, type: graphql}\ngraphql: {url: 'http://127.0.0.1:\(server.port)\(path)', body: {query: 'subscription { a }'}}\n"
    )
    let session = Net().session(workspace, drivers: [.subscriptions(Client(), isAttended: true)])
    let plan = try workspace.plan("watch")
    let sending = Task {
      await session.send(plan) { event in
        switch event {
        case .conversation(.messages(let messages)) where messages.saidCount > 0: begun.open()
        case .conversation(.streamed): begun.open()
        default: break
        }
      }
    }
    await begun.opened()
    sending.cancel()
    let answer = await sending.value
    #expect(answer?.record.exchange.failure == nil && (answer?.record.exchange.messages.count ?? 0) > 0)
  }
}
