import Basics
import Foundation
import Networking
import Synchronization
import TestSupport
import Testing
import Workspaces

@testable import Sessions

/// Answers of many messages, from real servers.
@Suite struct StreamedAnswerTests {
  private let folder: TemporaryDirectory
  private let workspace: Workspace
  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

  init() throws {
    folder = try TemporaryDirectory("streamed")
    try folder.write("opencollection.yml", "info: {name: C}\n")
    try folder.write("environments/dev.yml", "variables: []\n")
    workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
  }

  private func plan(_ url: String, _ rest: String = "") throws -> SendPlan {
    try folder.write(
      "stream.yml", "info: {name: Stream, type: http}\nhttp: {method: GET, url: '\(url)/'}\n\(rest)")
    return try workspace.plan("stream")
  }

  private func session() -> SendSession {
    SendSession(workspace, dependencies: SendSession.Dependencies(drivers: [ConversationDriver(Client())]))
  }

  private func texts(_ messages: StreamedMessages?) -> [String] {
    messages.map { messages in (0..<messages.count).map { String(decoding: messages[$0].data, as: UTF8.self) } } ?? []
  }

  private func exchange(
    _ plan: SendPlan, through driver: ConversationDriver? = nil, _ onEvent: (SendEvent) -> Void = { _ in }
  ) async -> SessionAnswer? {
    await session().send(plan, through: driver.map { [$0] }) { event in onEvent(event) }
  }

  @Test func `Events are reported as they arrive.`() async throws {
    let isReceived = Gate()
    let server = try RawServer { connection in
      _ = connection.readRequest()
      try connection.write(Self.head)
      try connection.drip("id: 1\r\ndata: one\r\n\r\n")
      isReceived.wait()
      try connection.drip(": ping\n\ndata: two\n\ndata: half")
    }
    defer { server.stop() }
    var received: [Int] = []
    let answer = await exchange(try plan(server.url)) { event in
      guard case .conversation(.streamed(let messages)) = event else { return }
      received.append(messages.count)
      if messages.count == 1 { isReceived.open() }
    }
    let exchange = try #require(answer?.record.exchange)
    #expect(texts(exchange.streamed) == ["one", "two"] && received.first == 1 && received.last == 2)
    #expect(exchange.streamed?.head(of: 0).id == "1" && exchange.streamed?.date(of: 1) != nil)
    #expect(exchange.body?.allBytes.count == "id: 1\r\ndata: one\r\n\r\n: ping\n\ndata: two\n\ndata: half".utf8.count)
  }

  @Test func `A document is reported without messages.`() async throws {
    let server = try AnsweringServer { _ in Answer.json("{}") }
    defer { server.stop() }
    let answer = await exchange(try plan(server.url)) { event in
      if case .conversation(.streamed) = event { Issue.record("a document has no messages") }
    }
    #expect(answer?.record.exchange.streamed == nil && answer?.record.exchange.body?.count == 2)
  }

  @Test func `Assertions count and inspect the messages of an answer, with or without a listener.`() async throws {
    let server = try AnsweringServer { _ in
      Answer.text(
        "id: 7\nevent: add\ndata: {\"n\": 1}\n\ndata: plain\n\n", headers: ["Content-Type: text/event-stream"])
    }
    defer { server.stop() }
    let plan = try plan(
      server.url,
      """
      runtime:
        assertions:
          - {expression: messages.count, operator: eq, value: '2'}
          - {expression: 'messages[0].data.n', operator: eq, value: '1'}
          - {expression: 'messages[0].event', operator: eq, value: add}
          - {expression: 'messages[0].id', operator: eq, value: '7'}
          - {expression: message.text, operator: eq, value: plain}
          - {expression: 'messages[2].text', operator: isUndefined}

      """)
    for following in [true, false] {
      let answer = await session().send(plan, following: following) { _ in }
      #expect(answer?.checks.assertions.map(\.passed) == Array(repeating: true, count: 6))
    }
  }

  /// Sends events until the client disconnects.
  private static func endless(_ gone: Gate = Gate()) throws -> RawServer {
    try RawServer { connection in
      _ = connection.readRequest()
      defer { gone.open() }
      try connection.write(head)
      var number = 0
      while true {
        number += 1
        try connection.write("data: {\"n\": \(number)}\n\n")
      }
    }
  }

  @Test(arguments: [
    (ConversationEnd(count: 3), 3),
    (ConversationEnd(until: Assertion("message.data.n", "eq", "5")), 5),
    (ConversationEnd(until: Assertion("messages.count", "gte", "{{most}}")), 4),
    (ConversationEnd(count: 2, until: Assertion("message.data.n", "eq", "5")), 2),
  ])
  func `An answer ends as a success once its messages are as expected.`(
    _ end: ConversationEnd, _ count: Int
  ) async throws {
    let gone = Gate()
    let server = try Self.endless(gone)
    defer { server.stop() }
    let plan = try plan(server.url, "runtime:\n  variables: [{name: most, value: '4'}]\n")
    let ended = Mutex(0)
    let driver = ConversationDriver(Client()).ending(when: end, of: plan) { ended.withLock { $0 += 1 } }
    var received = 0
    let answer = await exchange(plan, through: driver) { event in
      if case .conversation(.streamed(let messages)) = event { received = messages.count }
    }
    let exchange = try #require(answer?.record.exchange)
    #expect(exchange.failure == nil && exchange.streamed?.count == count && received == count)
    #expect(ended.withLock { $0 } == 1)
    await gone.opened()
  }

  @Test func `An answer that ends earlier is judged as it is, without an early end.`() async throws {
    let server = try AnsweringServer { _ in Answer.text("data: 1\n\n", headers: ["Content-Type: text/event-stream"]) }
    defer { server.stop() }
    let plan = try plan(server.url)
    let driver = ConversationDriver(Client()).ending(when: ConversationEnd(count: 2), of: plan) {
      Issue.record("one message is not two")
    }
    #expect(await exchange(plan, through: driver)?.record.exchange.streamed?.count == 1)
  }

  @Test func `The messages of a conversation can end it, too.`() async throws {
    try folder.write("talk.yml", "info: {name: Talk, type: chat}\nchat: {url: 'http://h/room'}\n")
    let plan = try workspace.plan("talk")
    let ended = Mutex(0)
    let driver = Chat(answers: 1).driver.ending(when: ConversationEnd(count: 1), of: plan) {
      ended.withLock { $0 += 1 }
    }
    let answer = await Net().session(workspace, and: [driver]).send(plan) { _ in }
    let exchange = try #require(answer?.record.exchange)
    #expect(exchange.failure == nil && exchange.conversation != nil && ended.withLock { $0 } == 1)
  }

  private static let reconnecting = "settings: {reconnect: true}\n"

  @Test func `A lost stream is reopened with the last id, until the server ends it.`()
    async throws
  {
    let asked = Mutex<[String]>([])
    let server = try RawServer { connection in
      guard let request = connection.readRequest() else { return }
      let number = asked.withLock { asked in
        asked.append(request["Last-Event-ID"] ?? "none")
        return asked.count
      }
      guard number < 4 else { return try connection.write("HTTP/1.1 204 No Content\r\n\r\n") }
      try connection.write(
        Self.head + "\u{feff}retry: 1\n\nid: \(number)\ndata: event \(number)\n\ndata: lost\n")
    }
    defer { server.stop() }
    var waits = 0
    let answer = await exchange(try plan(server.url, Self.reconnecting)) { event in
      if case .conversation(.state(.reconnecting)) = event { waits += 1 }
    }
    let exchange = try #require(answer?.record.exchange)
    #expect(asked.withLock { $0 } == ["none", "1", "2", "3"] && waits == 3)
    #expect(texts(exchange.streamed) == ["event 1", "event 2", "event 3"] && exchange.failure == nil)
    #expect(exchange.hops.count == 4 && exchange.attempts == 4)
  }

  @Test func `After too many tries without an event, the last failure is reported.`() async throws {
    let count = Mutex(0)
    let server = try RawServer { connection in
      _ = connection.readRequest()
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number == 1 { try connection.write(Self.head + "retry: 1\ndata: a\n\n") }
    }
    defer { server.stop() }
    let answer = await exchange(try plan(server.url, Self.reconnecting))
    #expect(answer?.record.exchange.failure != nil && texts(answer?.record.exchange.streamed) == ["a"])
    #expect(count.withLock { $0 } == 1 + Reconnection.mostFruitless)
  }

  @Test func `An answer other than an event stream is requested once.`() async throws {
    let server = try AnsweringServer { _ in Answer.json("{}", status: "404 Not Found") }
    defer { server.stop() }
    let answer = await exchange(try plan(server.url, Self.reconnecting))
    #expect(answer?.record.exchange.response?.status.code == 404 && server.requests.count == 1)
  }

  @Test func `All connections of a stream share one time limit, including waits.`() async throws {
    let server = try AnsweringServer { _ in
      Self.head.replacingOccurrences(of: "\r\n\r\n", with: "\r\nConnection: close\r\n\r\n") + "retry: 0\ndata: a\n\n"
    }
    defer { server.stop() }
    let answer = await exchange(try plan(server.url, "settings: {reconnect: true, timeout: 450}\n"))
    #expect(answer?.record.exchange.failure?.category == .totalTimeout)
    // Less often than the server asks for.
    #expect(server.requests.count <= 5)
  }

  @Test func `Cancelling ends the wait for the next connection immediately.`() async throws {
    let server = try AnsweringServer { _ in
      Self.head.replacingOccurrences(of: "\r\n\r\n", with: "\r\nConnection: close\r\n\r\n")
        + "retry: 3600000\ndata: a\n\n"
    }
    defer { server.stop() }
    let waiting = Gate()
    let plan = try plan(server.url, Self.reconnecting)
    let session = session()
    let sending = Task {
      await session.send(plan) { event in
        if case .conversation(.state(.reconnecting)) = event { waiting.open() }
      }
    }
    await waiting.opened()
    sending.cancel()
    let exchange = try #require(await sending.value?.record.exchange)
    #expect(exchange.failure?.category == .cancelled && texts(exchange.streamed) == ["a"])
  }

  @Test func `Recorded messages are read from the body, with their times.`() async throws {
    let server = try AnsweringServer { _ in
      Answer.text("data: 1\n\nid: 5\ndata: 2\n\n", headers: ["Content-Type: text/event-stream"])
    }
    defer { server.stop() }
    let plan = try plan(server.url)
    let session = Net().session(workspace, and: [ConversationDriver(Client())])
    let answer = await session.send(plan, through: [ConversationDriver(Client())]) { _ in }
    let record = try #require(answer?.record)
    let kept = try #require(try History(workspace: workspace).record(record.id)?.exchange)
    let streamed = try #require(kept.streamed)
    #expect(texts(streamed) == ["1", "2"] && streamed.head(of: 1).id == "5" && streamed.date(of: 1) != nil)
    #expect(kept.conversation == nil)
  }
}
