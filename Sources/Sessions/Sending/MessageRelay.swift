import Basics
import Networking
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Passes on the events of an HTTP exchange. If its answer holds many messages, it reads them as the bytes arrive and tells
/// them, too, at most about 30 times a second.
// A class because the transport tells events on its own thread, and what is told late is told by a task.
final class MessageRelay: Sendable {
  private struct State {
    var messages: StreamedMessages?
    /// Where the messages of several connections are collected.
    var collector: StreamCollector?
    var progress: TransferProgress?
    /// How many messages the listener knows, and since when.
    var told = 0
    var toldAt: ContinuousClock.Instant?
    var isWaiting = false
    var isOver = false
  }

  private static let interval = Duration.milliseconds(33)
  private let state = Mutex(State())
  private let start = Date()
  private let collects: Bool
  private let tell: ConversationDriver.Listener

  /// - Parameter collects: whether the event streams of several connections become one body.
  init(collects: Bool = false, _ tell: @escaping ConversationDriver.Listener) {
    self.collects = collects
    self.tell = tell
  }

  /// What was read so far; `nil` if the answer is one document.
  var messages: StreamedMessages? { state.withLock { $0.messages } }

  func hear(_ event: ConversationEvent) {
    switch event {
    case .head(let head, let body): if let shown = began(head, body) { tell(.head(head, body: shown)) }
    case .progress(let progress): if !arrived(progress) { tell(event) }
    case .continued:
      if !collects { state.withLock { $0.messages = nil } }
      tell(event)
    // A reconnection goes on with the same answer.
    case .started: if messages == nil { tell(event) }
    case .informational, .state, .message, .messages, .streamed, .finished: tell(event)
    }
  }

  /// The exchange with its messages, all of which the listener has been told.
  func completed(_ exchange: Exchange) -> Exchange {
    var exchange = exchange
    state.withLock { state in
      state.isOver = true
      state.collector?.finish()
      exchange.body = state.collector?.whole ?? exchange.body
      if exchange.failure == nil { state.messages?.finish(at: Date()) } else { state.messages?.advance(at: Date()) }
      pass(&state)
      exchange.streamed = state.messages
    }
    return exchange
  }

  /// Everything of a connection that ended has been read.
  func settle() {
    state.withLock { state in
      state.collector?.advance()
      state.messages?.advance(at: Date())
      pass(&state)
    }
  }

  /// The body to show behind a head; `nil` if the listener has it already.
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
      state.told = 0
      return shown
    }
  }

  /// Bytes of the answer; `false` if they are not of messages.
  private func arrived(_ progress: TransferProgress) -> Bool {
    let waits: Bool? = state.withLock { state in
      guard state.messages != nil else { return nil }
      state.collector?.advance()
      state.messages?.advance(at: Date())
      state.progress = progress
      if let last = state.toldAt, ContinuousClock.now - last < Self.interval {
        defer { state.isWaiting = true }
        return !state.isWaiting
      }
      pass(&state)
      return false
    }
    if waits == true { tellSoon() }
    return waits != nil
  }

  private func tellSoon() {
    Task {
      // Nobody cancels this task; if somebody did, it would tell at once.
      try? await Pause.wait(Self.interval)
      state.withLock { state in
        state.isWaiting = false
        if !state.isOver { pass(&state) }
      }
    }
  }

  /// Tells what the listener does not know yet. Inside the lock, so that events stay in order.
  private func pass(_ state: inout State) {
    if let progress = state.progress { tell(.progress(progress)) }
    state.progress = nil
    guard let messages = state.messages, messages.count != state.told else { return }
    state.told = messages.count
    state.toldAt = .now
    tell(.streamed(messages))
  }
}
