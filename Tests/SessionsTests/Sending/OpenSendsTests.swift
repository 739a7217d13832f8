import Foundation
import Networking
import Synchronization
import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("Sends in flight") struct OpenSendsTests {
  private let folder: TemporaryDirectory
  private let workspace: Workspace

  init() throws {
    folder = try TemporaryDirectory("open-sends")
    try folder.write("opencollection.yml", "info: {name: C}\n")
    try folder.write("a.yml", "info: {name: A, type: http}\nhttp: {method: GET, url: 'http://h/a'}\n")
    workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
  }

  private var request: OpenRequest {
    let definition = RequestDefinition(name: "A", url: "http://h/a", authentication: .none)
    return OpenRequest(
      definition, path: folder.path("a.yml"), file: nil, environment: nil, inputs: VariableInputs())
  }

  /// A session whose requests end when they are cancelled. With a gate, recording waits for it.
  private func session(keeping: Gate? = nil) -> SendSession {
    let driver = ConversationDriver { _, report in
      report?(.progress(TransferProgress()))
      if keeping == nil {
        let (stream, feed) = AsyncStream.makeStream(of: Void.self)
        for await _ in stream {}
        withExtendedLifetime(feed) {}
      }
      let failure = keeping == nil ? NetworkError(.cancelled, "Cancelled") : nil
      return Exchange(startedAt: Date(), failure: failure, duration: .zero)
    }
    return SendSession(
      workspace,
      dependencies: SendSession.Dependencies(
        drivers: [driver],
        record: { _, _ in
          await keeping?.opened()
          return .kept
        }))
  }

  @Test func `A send is cancelled by its number, and the others continue.`() async throws {
    let (sends, session, recorders) = (OpenSends(), session(), (SendRecorder(), SendRecorder()))
    sends.begin(1, request, in: workspace, of: session) { recorders.0.add($0) }
    sends.begin(2, request, in: workspace, of: session) { recorders.1.add($0) }
    await recorders.0.begun.opened()
    await recorders.1.begun.opened()
    sends.cancel(1)
    await recorders.0.ended.opened()
    #expect(recorders.0.steps == ["resolved", "conversation", "cancelling", "finished", "judged", "kept a"])
    #expect(recorders.1.steps == ["resolved", "conversation"])
    await sends.finish()
    #expect(recorders.1.steps == recorders.0.steps)
  }

  @Test func `Finishing waits for recording and does not cancel it.`() async throws {
    let (keeping, sends, recorder) = (Gate(), OpenSends(), SendRecorder())
    let session = session(keeping: keeping)
    sends.begin(1, request, in: workspace, of: session) { event in
      recorder.add(event)
      // Posted before the exchange is recorded: from here on, the program may exit.
      if case .judged = event { recorder.ended.open() }
    }
    await recorder.ended.opened()
    let finishing = Task { await sends.finish() }
    keeping.open()
    await finishing.value
    #expect(recorder.steps == ["resolved", "conversation", "finished", "judged", "kept a"])
  }

  @Test func `A send cancelled before it started has an exchange that says so.`() {
    let exchange = SendStart().cancelled(request.definition)
    #expect(exchange.failure?.category == .cancelled && exchange.failure?.request?.url == "http://h/a")
    #expect(exchange.hops.isEmpty)
  }
}

/// Records the steps of one send, and its turning points.
private final class SendRecorder: Sendable {
  let begun = Gate()
  let ended = Gate()
  private let received = Mutex(Received())

  var steps: [String] { received.withLock { $0.steps } }

  func add(_ event: SendEvent) {
    received.withLock { $0.add(event) }
    switch event {
    case .conversation: begun.open()
    case .kept: ended.open()
    default: break
    }
  }
}
