import HTTPModel
import Locks

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Awaits one transfer; cancelling the task cancels it, at any time.
enum HopRunner {
  static func run(
    _ request: TransportRequest, on transport: any Transport,
    events: @escaping @Sendable (TransportEvent, any TransportCall) -> Void
  ) async -> TransportResult {
    let box = CallBox()
    return await withTaskCancellationHandler {
      // Unsafe only because a second resumption is not checked: a transport finishes exactly once, and its tests prove
      // it.
      await withUnsafeContinuation { continuation in
        let call = transport.start(request) { event in
          if case .finished(let result) = event {
            box.clear()
            continuation.resume(returning: result)
          } else {
            events(event, box)
          }
        }
        box.set(call)
      }
    } onCancel: {
      box.cancel()
    }
  }
}

/// Represents a call before it is known; it may be cancelled or deliver content before that.
final class CallBox: TransportCall {
  private struct State {
    var call: (any TransportCall)?
    var isCancelled = false
    var isOver = false
    var consumed = 0
  }

  private let state = Mutex(State())

  func set(_ call: any TransportCall) {
    let (cancels, consumed) = state.withLock { state in
      if !state.isOver { state.call = call }
      return (state.isCancelled, state.consumed)
    }
    if cancels { call.cancel() }
    if consumed > 0 { call.consumed(consumed) }
  }

  /// Releases the call after the transfer.
  func clear() {
    state.withLock { state in
      state.isOver = true
      state.call = nil
    }
  }

  func cancel() {
    let call = state.withLock { state in
      state.isCancelled = true
      return state.call
    }
    call?.cancel()
  }

  func consumed(_ count: Int) {
    let call = state.withLock { state in
      if state.call == nil { state.consumed += count }
      return state.call
    }
    call?.consumed(count)
  }
}

/// Passes the events of one hop from the transport's thread to the caller.
final class HopRelay: Sendable {
  private let call: Call
  private let isFinal: (@Sendable (ResponseHead) -> Bool)?
  private let state = Mutex((challenged: [Hop](), streams: false))

  /// - Parameter isFinal: returns true if the body after a head is the one to stream; `nil` if nothing is streamed.
  init(_ call: Call, isFinal: (@Sendable (ResponseHead) -> Bool)?) {
    self.call = call
    self.isFinal = isFinal
  }

  var challenged: [Hop] { state.withLock { $0.challenged } }

  func handle(_ event: TransportEvent, _ transfer: any TransportCall) {
    switch event {
    case .informational(let head): call.report?(.informational(head))
    case .challenged(let hop):
      state.withLock { $0.challenged.append(hop) }
      if let head = hop.response { call.observe(.challenged(head)) }
      call.report?(.continued(hop))
    case .head(let head, let body):
      call.observe(.head(head))
      call.report?(.head(head, body: body))
      guard let stream = call.stream, isFinal?(head) == true else { return }
      state.withLock { $0.streams = true }
      stream.began(head)
    case .content(let bytes):
      // The body of a redirect or a failed attempt is read and discarded.
      guard let stream = call.stream, state.withLock({ $0.streams }) else { return transfer.consumed(bytes.count) }
      stream.content(bytes, transfer)
    case .progress(let progress):
      call.observe(.progress(progress))
      call.report?(.progress(progress))
    case .finished: break
    }
  }
}

/// The consumer of a streamed response's content.
struct StreamSink: Sendable {
  let window: Int
  let began: @Sendable (ResponseHead) -> Void
  let content: @Sendable ([UInt8], any TransportCall) -> Void
}

/// The constant parts of a call, shared by everything that works on it.
final class Call: Sendable {
  let request: Request
  let client: Client
  let config: ExecutionConfig
  let report: (@Sendable (ConversationEvent) -> Void)?
  let stream: StreamSink?
  /// True if each transfer opens a connection.
  let connects: Bool
  /// For observers; created only if there are any, because it costs system calls.
  private let id: UUID?
  private let began = ContinuousClock.now

  init(
    _ request: Request, client: Client, config: ExecutionConfig, report: (@Sendable (ConversationEvent) -> Void)? = nil,
    stream: StreamSink? = nil, connects: Bool = false
  ) {
    self.request = request
    self.client = client
    self.config = config
    self.report = report
    self.stream = stream
    self.connects = connects
    id = config.observers.isEmpty ? nil : UUID()
  }

  func observe(_ moment: @autoclosure () -> ClientObserver.Moment) {
    guard let id else { return }
    let notice = ClientObserver.Notice(id: id, request: request, moment: moment())
    for observer in config.observers { observer.observe(notice) }
  }

  /// True if a closure or an observer receives events.
  var reportsProgress: Bool { report != nil || id != nil }

  var duration: Duration { ContinuousClock.now - began }

  /// The time left for the whole call; `nil` for no limit.
  var remaining: Duration? {
    config.timeout.map { max(.zero, $0 - duration) }
  }
}
