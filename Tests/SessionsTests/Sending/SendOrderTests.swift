import Foundation
import Networking
import Synchronization
import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("The order of a send") struct SendOrderTests {
  private struct Stop: Error {}

  /// A collection with a request, and another one that needs its response.
  private func workspace(_ folder: TemporaryDirectory) throws -> Workspace {
    try folder.write("opencollection.yml", "info: {name: C}\n")
    try folder.write("a.yml", "info: {name: A, type: http}\nhttp: {method: GET, url: 'http://h/a'}\n")
    try folder.write("b.yml", "info: {name: B, type: http}\nhttp: {method: GET, url: 'http://h/{{a | $.token}}'}\n")
    try folder.write("ask.yml", "info: {name: Ask, type: http}\nhttp: {method: GET, url: 'http://h/{{?id}}'}\n")
    return try Workspace.open(folder.path, stateFolder: folder.path("state"))
  }

  @Test("Each step is reported once, with chained requests before the one that needs them")
  func eachStepIs()
    async throws
  {
    let folder = try TemporaryDirectory("order")
    let workspace = try workspace(folder)
    let received = await Net().session(workspace).received(try workspace.plan("b", environment: nil))
    #expect(received.steps == ["sending first a", "kept a", "resolved", "finished", "judged", "kept b"])
  }

  @Test("Driver events come between the request and its end, if there is a listener")
  func whatTheDriver()
    async throws
  {
    let folder = try TemporaryDirectory("order")
    let workspace = try workspace(folder)
    let driver = ConversationDriver { _, report in
      report?(.progress(TransferProgress(received: 1)))
      report?(.progress(TransferProgress(received: 2)))
      return Exchange(startedAt: Date(), duration: .zero)
    }
    let session = Net().session(workspace)
    let received = await session.received(try workspace.plan("a", environment: nil), through: driver)
    #expect(received.steps == ["resolved", "conversation", "conversation", "finished", "judged", "kept a"])
    let quiet = await session.received(try workspace.plan("a", environment: nil), through: driver, following: false)
    #expect(quiet.steps == ["resolved", "finished", "judged", "kept a"])
  }

  @Test("Nothing is sent before the listener accepts the resolved request")
  func nothingGoesOut() async throws {
    let folder = try TemporaryDirectory("order")
    let workspace = try workspace(folder)
    let net = Net()
    let plan = try workspace.plan("a", environment: nil)
    await #expect(throws: Stop.self) {
      try await net.session(workspace).send(plan) { event throws(Stop) in
        if case .resolved = event { throw Stop() }
      }
    }
    #expect(net.asked.withLock { $0 }.isEmpty && net.recorded.withLock { $0 }.isEmpty)
  }

  @Test("A listener that aborts a send cancels it, and nothing is kept")
  func aListenerThat() async throws {
    let folder = try TemporaryDirectory("order")
    let workspace = try workspace(folder)
    let net = Net()
    let plan = try workspace.plan("a", environment: nil)
    let ended = Gate()
    await #expect(throws: Stop.self) {
      try await net.session(workspace).send(plan, through: [.endless(ended)]) { event throws(Stop) in
        if case .conversation = event { throw Stop() }
      }
    }
    await ended.opened()
    #expect(net.recorded.withLock { $0 }.isEmpty)
  }

  @Test("A send cancelled in flight keeps its partial answer")
  func aSendThat() async throws {
    let folder = try TemporaryDirectory("order")
    let workspace = try workspace(folder)
    let session = Net().session(workspace)
    let plan = try workspace.plan("a", environment: nil)
    let (begun, ended) = (Gate(), Gate())
    let sending = Task {
      var received = Received()
      await session.send(plan, through: [.endless(ended)]) { event in
        received.add(event)
        if case .conversation = event { begun.open() }
      }
      return (received.steps, received.answer?.record.exchange.failure?.category)
    }
    await begun.opened()
    sending.cancel()
    let (steps, category) = await sending.value
    #expect(steps == ["resolved", "conversation", "cancelling", "finished", "judged", "kept a"])
    #expect(category == .cancelled)
  }

  @Test("A send cancelled before it started says so")
  func aSendThatIs() async throws {
    let folder = try TemporaryDirectory("order")
    let workspace = try workspace(folder)
    let net = Net()
    let session = net.session(workspace)
    let plan = try workspace.plan("a", environment: nil)
    let received = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await session.received(plan).steps
    }.value
    #expect(received == ["refused"] && net.asked.withLock { $0 }.isEmpty)
  }

  @Test("A missing prompt answer is asked for if possible, otherwise the send is refused")
  func aMissingAnswer() async throws {
    let folder = try TemporaryDirectory("order")
    let workspace = try workspace(folder)
    let net = Net()
    let plan = try workspace.plan("ask", environment: nil)
    let asked = await net.session(workspace, SendSession.Options(asks: true)).received(plan)
    guard case .prompts(let questions) = asked.question else {
      Issue.record("\(asked.steps)")
      return
    }
    #expect(questions == [PromptQuestion("id")] && asked.steps == ["asking"])
    let refused = await net.session(workspace).received(plan)
    #expect(refused.steps == ["refused"] && refused.refusal?.field == .url)
    #expect(net.asked.withLock { $0 }.isEmpty)
  }

  @Test("An unwritable history is reported, and the answer is available")
  func aHistoryThat() async throws {
    let folder = try TemporaryDirectory("order")
    let workspace = try workspace(folder)
    let dependencies = SendSession.Dependencies(
      drivers: [ConversationDriver { _, _ in Exchange(startedAt: Date(), duration: .zero) }],
      record: { _, _ in .notKept("full") })
    let received = await SendSession(workspace, dependencies: dependencies).received(
      try workspace.plan("a", environment: nil))
    #expect(received.steps == ["resolved", "finished", "judged", "not kept"] && received.answer != nil)
  }

  @Test("A driver without an exchange, as after a broken download, has nothing to judge")
  func aDriverWithout()
    async throws
  {
    let folder = try TemporaryDirectory("order")
    let workspace = try workspace(folder)
    let net = Net()
    let driver = ConversationDriver { _, _ throws(NetworkError) in throw NetworkError(.storage, "full") }
    for following in [true, false] {
      let plan = try workspace.plan("a", environment: nil)
      let received = await net.session(workspace).received(plan, through: driver, following: following)
      #expect(received.steps == ["resolved", "failed"])
    }
    #expect(net.recorded.withLock { $0 }.isEmpty)
  }

  @Test("Changes after resolving are sent, and their credentials are masked")
  func whatIsChanged() async throws {
    let net = Net()
    var plan = SendPlan(definition: RequestDefinition(name: "x", url: "http://h/x"), context: SendContext())
    plan.changes = [.body(Array("{{no variable}}".utf8)), .suppress("Accept")]
    let received = await net.session(nil).received(plan)
    #expect(received.steps == ["resolved", "finished", "judged"])
    #expect(received.send?.prepared.request.body.count == 15)
    #expect(net.recorded.withLock { $0.map(\.requestID) } == [nil])
  }

  @Test("A request with a damaged file is not sent until the draft repairs it")
  func aRequestWhose() async throws {
    let folder = try TemporaryDirectory("order")
    let workspace = try workspace(folder)
    try folder.write("bad.yml", "info: {name: Bad, type: http}\nhttp: {method: GET, url: 'http://h/', headers: 7}\n")
    let file = try workspace.request(at: folder.path("bad.yml"))
    let net = Net()
    let session = net.session(workspace)
    var received = Received()
    let open = OpenRequest(
      file.definition, path: file.path, file: file, environment: nil, inputs: VariableInputs())
    await session.send(open, in: workspace) { received.add($0) }
    guard case .file = received.fault else {
      Issue.record("\(received.steps)")
      return
    }
    #expect(net.asked.withLock { $0 }.isEmpty)
    let good = try workspace.request(at: folder.path("a.yml"))
    let sent = OpenRequest(good.definition, path: good.path, file: good, environment: nil, inputs: VariableInputs())
    received = Received()
    await session.send(sent, in: workspace) { received.add($0) }
    #expect(received.steps.last == "kept a")
  }
}

extension ConversationDriver {
  /// Reports that it has started, and ends when it is cancelled.
  fileprivate static func endless(_ ended: Gate) -> ConversationDriver {
    ConversationDriver { _, report in
      report?(.progress(TransferProgress()))
      let (stream, feed) = AsyncStream.makeStream(of: Void.self)
      for await _ in stream {}
      withExtendedLifetime(feed) {}
      ended.open()
      return Exchange(startedAt: Date(), failure: NetworkError(.cancelled, "Cancelled"), duration: .zero)
    }
  }
}
