import Basics
import Foundation
import Networking
import Synchronization
import TestSupport
import Testing
import Workspaces

@testable import Sessions

/// The session's features for any protocol, without code of its own: see `Chat`.
@Suite struct ConversationTests {
  private let folder: TemporaryDirectory
  private let workspace: Workspace

  init() throws {
    folder = try TemporaryDirectory("conversation")
    try folder.write("opencollection.yml", "info: {name: C}\n")
    try folder.write("environments/dev.yml", "variables:\n  - {secret: true, name: key}\n")
    try folder.write("plain.yml", "info: {name: Plain, type: http}\nhttp: {method: GET, url: 'http://h/plain'}\n")
    try folder.write(
      "talk.yml",
      """
      info: {name: Talk, type: chat}
      chat:
        url: http://h/room
        headers:
          - {name: X-Key, value: '{{key}}'}
      runtime:
        assertions:
          - {expression: messages.length, operator: eq, value: '6'}
          - {expression: 'messages[1].text', operator: eq, value: echo one}
          - {expression: 'res.messages[5].data.n', operator: eq, value: '3'}
          - {expression: 'messages[3].text', operator: contains, value: '{{key}}'}
          - {expression: 'messages[5].type', operator: eq, value: receive}
          - {expression: close.code, operator: eq, value: '1000'}
          - {expression: 'messages[6].text', operator: isDefined}
        actions:
          - {type: set-variable, phase: after-response, selector: {expression: 'messages[5].data.token', method: jsonq}, variable: {name: token, scope: runtime}}

      """)
    workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
    try workspace.secretStore(of: folder.path).set(["key": "s3cret-k3y"], of: "dev")
    try workspace.consents.allow([UserValueUse(.secret("dev/key"), to: "http://h")], for: workspace.path)
  }

  @Test func `The first driver for a kind handles the request, and reports three messages each way.`()
    async throws
  {
    let net = Net()
    let session = net.session(workspace, and: [Chat().driver, Chat(answers: 0).driver])
    let received = await session.received(try workspace.plan("talk"))
    // Messages are reported in batches as they arrive.
    var steps = received.steps
    steps.removeAll { $0 == "conversation" }
    #expect(steps == ["resolved", "finished", "judged", "kept talk"])
    #expect((4...9).contains(received.steps.count - steps.count))
    #expect(
      texts(received.answer?.record.exchange) == [
        "> one", "< echo one", "> my key is s3cret-k3y", "< echo my key is s3cret-k3y",
        #"> {"token": "tok-3", "n": 3}"#,
        #"< {"token": "tok-3", "n": 3}"#,
      ])
    #expect(await session.received(try workspace.plan("plain")).steps.last == "kept plain")
    #expect(net.asked.withLock { $0 } == ["GET http://h/plain"])
  }

  @Test func `Messages are kept without a listener.`() async throws {
    let session = Net().session(workspace, and: [Chat().driver])
    let received = await session.received(try workspace.plan("talk"), following: false)
    #expect(received.steps == ["resolved", "finished", "judged", "kept talk"])
    #expect(received.answer?.record.exchange.conversation?.close == Conversation.Close(code: 1000, reason: "bye"))
    #expect(texts(received.answer?.record.exchange).count == 6)
  }

  @Test func `The history contains the messages with secrets masked, by value and by name.`() async throws {
    let received = await Net().session(workspace, and: [Chat().driver]).received(try workspace.plan("talk"))
    let id = try #require(received.answer?.record.id)
    let kept = try #require(try History(workspace: workspace).record(id))
    #expect(
      texts(kept.exchange) == [
        "> one", "< echo one", "> my key is ••••", "< echo my key is ••••", #"> {"token": "••••", "n": 3}"#,
        #"< {"token": "••••", "n": 3}"#,
      ])
    #expect(kept.exchange.conversation?.close == Conversation.Close(code: 1000, reason: "bye"))
    #expect(kept.exchange.messages.map(\.date.timeIntervalSince1970) == [0, 0, 1, 1, 2, 2].map { 1_700_000_000 + $0 })
    #expect(kept.exchange.request?.headers["X-Key"] == "••••" && kept.assertions.count == 7)
    let entry = try #require(try History(workspace: workspace).entry(id))
    #expect(!String(decoding: entry.compact, as: UTF8.self).contains("s3cret"))
  }

  @Test func `A cancelled conversation ends and keeps its messages.`() async throws {
    let chat = Chat(answers: 1)
    let session = Net().session(workspace, and: [chat.driver])
    let plan = try workspace.plan("talk")
    let sending = Task { await session.received(plan) }
    await chat.silent.opened()
    sending.cancel()
    let received = await sending.value
    #expect(received.steps.suffix(4) == ["cancelling", "finished", "judged", "kept talk"])
    let record = try #require(received.answer?.record)
    #expect(record.exchange.failure?.category == .cancelled && record.exchange.conversation?.close != nil)
    let kept = try History(workspace: workspace).record(record.id)?.exchange
    #expect(texts(kept) == ["> one", "< echo one", "> my key is ••••"])
    #expect(kept?.failure?.category == .cancelled)
  }

  @Test func `Assertions count and inspect messages, and captures use them.`() async throws {
    let session = Net().session(workspace, and: [Chat().driver])
    let plan = try workspace.plan("talk")
    let received = await session.received(plan)
    #expect(received.answer?.checks.assertions.map(\.passed) == [true, true, true, true, true, true, false])
    #expect(received.answer?.checks.assertions.map(\.actual).prefix(2) == ["6", "echo one"])
    #expect(session.runtime(in: plan.context.answerScope)["token"] == "tok-3")
  }

  @Test func `A kind without a driver is rejected before anything is sent.`() async throws {
    let net = Net()
    let received = await net.session(workspace).received(try workspace.plan("talk"))
    #expect(received.steps == ["refused"] && received.refusal?.field == .kind)
    #expect(received.refusal?.description == "Talk: a chat request cannot be sent yet")
    // Also fails if the session's drivers support the request but the drivers of this send do not.
    let driver = ConversationDriver { _, _ in Exchange(startedAt: Date()) }
    let other = await net.session(workspace, and: [Chat().driver]).received(try workspace.plan("talk"), through: driver)
    #expect(other.steps == ["resolved", "refused"])
    #expect(net.asked.withLock { $0 }.isEmpty && net.recorded.withLock { $0 }.isEmpty)
  }
}
