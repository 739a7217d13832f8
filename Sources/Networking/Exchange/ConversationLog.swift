import Basics
import Synchronization

/// Records the events of a conversation and forwards them, so that even a cancelled conversation keeps its messages.
// A class because a driver sends events from any thread, one at a time.
package final class ConversationLog: Sendable {
  private struct State {
    var known = Conversation()
    /// How many messages the listener knows, and since when.
    var told = 0
    var toldAt: ContinuousClock.Instant?
    var isWaiting = false
  }

  private static let interval = Duration.milliseconds(33)
  private let state = Mutex(State())
  private let listener: (@Sendable (ConversationEvent) -> Void)?
  private let collects: Bool

  /// - Parameters:
  ///   - collects: whether the listener is told many messages at a time, as `messages`, instead of each.
  ///   - listener: receives the events; `nil` if nobody listens.
  package init(collects: Bool = false, _ listener: (@Sendable (ConversationEvent) -> Void)? = nil) {
    self.collects = collects
    self.listener = listener
  }

  package func tell(_ event: ConversationEvent) {
    switch event {
    case .message(let message): add(message)
    case .state(let new):
      state.withLock { state in
        state.known.state = new
        pass(&state)
        listener?(event)
      }
    case .started, .progress, .informational, .head, .continued, .streamed, .messages, .finished:
      guard collects else {
        listener?(event)
        return
      }
      state.withLock { state in
        pass(&state)
        listener?(event)
      }
    }
  }

  private func add(_ message: ConversationMessage) {
    let waits = state.withLock { state in
      state.known.messages.append(message)
      guard let listener else { return false }
      guard collects else {
        listener(.message(message))
        return false
      }
      if let last = state.toldAt, .now - last < Self.interval {
        defer { state.isWaiting = true }
        return !state.isWaiting
      }
      pass(&state)
      return false
    }
    guard waits else { return }
    Task { [self] in
      // Nobody cancels this task; if somebody did, it would tell at once.
      try? await Pause.wait(Self.interval)
      state.withLock { state in
        state.isWaiting = false
        pass(&state)
      }
    }
  }

  /// Tells what the listener does not know yet. Inside the lock, so that events stay in order.
  private func pass(_ state: inout State) {
    guard collects, state.known.messages.count > state.told, let listener else { return }
    state.told = state.known.messages.count
    state.toldAt = .now
    listener(.messages(state.known.messages))
  }

  /// The exchange with everything recorded, which the listener has been told. A conversation still open is closed.
  package func completed(_ exchange: Exchange) -> Exchange {
    var exchange = exchange
    var conversation = state.withLock { state in
      pass(&state)
      return state.known
    }
    // No connection was made; the failure says it all.
    if conversation == Conversation() { return exchange }
    if conversation.close == nil { conversation.state = .closed(Conversation.Close()) }
    exchange.conversation = conversation
    return exchange
  }
}
