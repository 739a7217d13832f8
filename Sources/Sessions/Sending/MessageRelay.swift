import Basics
import Essentials
import Networking
import Synchronization

/// Passes on the events of an HTTP exchange. If its answer consists of messages, reads them as the bytes arrive and
/// reports them at most about 30 times a second.
// A class because the transport reports events on its own thread, and a task reports delayed ones.
final class MessageRelay: Sendable {
  private struct State {
    var messages: StreamedMessages?
    /// A body that may contain messages, although its content type does not say so.
    var candidate: ByteStore?
    var detection: LineDetection
    /// Collects the messages of several connections.
    var collector: StreamCollector?
    var progress: TransferProgress?
    /// The number of messages that the listener knows, and the time of the last report.
    var reportedCount = 0
    var reportedAt: ContinuousClock.Instant?
    var isWaiting = false
    var isOver = false
  }

  private static let interval = Duration.milliseconds(33)
  private let state: Mutex<State>
  private let start = Date()
  private let collects: Bool
  private let readsLines: Bool
  private let report: ConversationDriver.Listener

  /// - Parameters:
  ///   - collects: true if the event streams of several connections become one body.
  ///   - readsLines: true if the user asked for messages, so that JSON texts count under any content type.
  init(collects: Bool = false, readsLines: Bool = false, _ report: @escaping ConversationDriver.Listener) {
    self.collects = collects
    self.readsLines = readsLines
    state = Mutex(State(detection: LineDetection(isAsked: readsLines)))
    self.report = report
  }

  /// The messages so far; `nil` if the answer is one document.
  var messages: StreamedMessages? { state.withLock { $0.messages } }

  func receive(_ event: ConversationEvent) {
    switch event {
    case .head(let head, let body): if let shown = began(head, body) { report(.head(head, body: shown)) }
    case .progress(let progress): if !arrived(progress) { report(event) }
    case .continued:
      if !collects { state.withLock { ($0.messages, $0.candidate) = (nil, nil) } }
      report(event)
    // A reconnection continues the same answer.
    case .started: if messages == nil { report(event) }
    case .informational, .state, .message, .messages, .streamed, .finished: report(event)
    }
  }

  /// The exchange with all messages, after reporting the remaining ones to the listener.
  func completed(_ exchange: Exchange) -> Exchange {
    var exchange = exchange
    state.withLock { state in
      state.isOver = true
      state.collector?.finish()
      exchange.body = state.collector?.whole ?? exchange.body
      detect(&state, isOver: exchange.failure == nil)
      if exchange.failure == nil { state.messages?.finish(at: Date()) } else { state.messages?.advance(at: Date()) }
      pass(&state)
      exchange.streamed = state.messages
    }
    return exchange
  }

  /// Reads the rest of a connection that ended.
  func settle() {
    state.withLock { state in
      state.collector?.advance()
      state.messages?.advance(at: Date())
      pass(&state)
    }
  }

  /// The body to show after a head; `nil` if the listener has it already.
  private func began(_ head: ResponseHead, _ body: ByteStore) -> ByteStore? {
    state.withLock { state in
      let format = head.messageFormat
      if collects, state.collector != nil {
        if format == .events { state.collector?.begin(body) }
        return nil
      }
      var shown = body
      if collects, format == .events {
        let collector = StreamCollector(body)
        state.collector = collector
        shown = collector.whole
      }
      state.messages = format.map { StreamedMessages($0, of: shown, since: start) }
      state.candidate = !collects && head.mayHoldLines ? shown : nil
      state.detection = LineDetection(isAsked: readsLines)
      state.reportedCount = 0
      return shown
    }
  }

  /// Handles bytes of the answer; returns `false` if they are not messages.
  private func arrived(_ progress: TransferProgress) -> Bool {
    let waits: Bool? = state.withLock { state in
      detect(&state, isOver: false)
      guard state.messages != nil else { return nil }
      state.collector?.advance()
      state.messages?.advance(at: Date())
      state.progress = progress
      if let last = state.reportedAt, ContinuousClock.now - last < Self.interval {
        defer { state.isWaiting = true }
        return !state.isWaiting
      }
      pass(&state)
      return false
    }
    if waits == true { reportSoon() }
    return waits != nil
  }

  /// Checks whether a body contains JSON texts, until that is known.
  private func detect(_ state: inout State, isOver: Bool) {
    guard let body = state.candidate else { return }
    switch state.detection.look(at: body, isOver: isOver) {
    case .undecided: return
    case .lines: state.messages = StreamedMessages(.lines, of: body, since: start)
    case .document: break
    }
    state.candidate = nil
  }

  private func reportSoon() {
    Task {
      // Nothing cancels this task; a cancelled pause would only report earlier.
      try? await Pause.wait(Self.interval)
      state.withLock { state in
        state.isWaiting = false
        if !state.isOver { pass(&state) }
      }
    }
  }

  /// Reports the messages that the listener does not know yet. Runs inside the lock, so that events stay in order.
  private func pass(_ state: inout State) {
    if let progress = state.progress { report(.progress(progress)) }
    state.progress = nil
    guard let messages = state.messages, messages.count != state.reportedCount else { return }
    state.reportedCount = messages.count
    state.reportedAt = .now
    report(.streamed(messages))
  }
}

/// Joins the event streams of several connections into one body: the complete events of each, and the end of the last.
/// An event that a lost connection left incomplete is dropped, as in any reader.
struct StreamCollector {
  let whole = ByteStore()
  private var part: StreamedMessages
  private var copied = 0
  private var isFirst = true

  init(_ body: ByteStore) { part = StreamedMessages(.events, of: body, since: nil) }

  /// Begins a connection that continues after a lost one.
  mutating func begin(_ body: ByteStore) {
    part = StreamedMessages(.events, of: body, since: nil)
    copied = 0
    isFirst = false
  }

  /// Copies the complete events.
  mutating func advance() {
    part.advance()
    copy(to: part.end)
  }

  /// Copies the rest at the end.
  mutating func finish() {
    advance()
    copy(to: part.body.count)
    whole.finish()
  }

  private mutating func copy(to end: Int) {
    guard end > copied else { return }
    // A byte order mark is valid only at the start of a body.
    var bytes = part.body.bytes(in: copied..<end)
    if !isFirst, copied == 0 { bytes = ByteOrderMark.removed(from: bytes) }
    copied = end
    // Without room for the whole, only the last connection's part remains.
    try? whole.append(bytes)
  }
}
