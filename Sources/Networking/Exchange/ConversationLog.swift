import Synchronization

/// Keeps what a driver tells of its conversation, and passes it on: whatever was told is kept, also of one that was
/// cancelled.
// A class because a driver tells from threads of its own choice, one event at a time.
package final class ConversationLog: Sendable {
  private let known = Mutex(Conversation())
  private let listener: (@Sendable (ConversationEvent) -> Void)?

  /// - Parameter listener: `nil` where nobody listens on the way.
  package init(_ listener: (@Sendable (ConversationEvent) -> Void)? = nil) {
    self.listener = listener
  }

  package func tell(_ event: ConversationEvent) {
    known.withLock { known in
      switch event {
      case .message(let message): known.messages.append(message)
      case .state(let state): known.state = state
      case .started, .progress, .informational, .head, .continued, .finished: break
      }
    }
    listener?(event)
  }

  /// The exchange with all that was told. Whatever was open has ended with it.
  package func completed(_ exchange: Exchange) -> Exchange {
    var exchange = exchange
    var conversation = known.withLock { $0 }
    // No connection came about: the failure says all there is to say.
    if conversation == Conversation() { return exchange }
    if conversation.close == nil { conversation.state = .closed(Conversation.Close()) }
    exchange.conversation = conversation
    return exchange
  }
}
