import Synchronization

/// Records the events of a conversation and forwards them, so that even a cancelled conversation keeps its messages.
// A class because a driver sends events from any thread, one at a time.
package final class ConversationLog: Sendable {
  private let known = Mutex(Conversation())
  private let listener: (@Sendable (ConversationEvent) -> Void)?

  /// - Parameter listener: receives the events; `nil` if nobody listens.
  package init(_ listener: (@Sendable (ConversationEvent) -> Void)? = nil) {
    self.listener = listener
  }

  package func tell(_ event: ConversationEvent) {
    known.withLock { known in
      switch event {
      case .message(let message): known.append(message)
      case .state(let state): known.state = state
      case .started, .progress, .informational, .head, .continued, .streamed, .finished: break
      }
    }
    listener?(event)
  }

  /// The exchange with everything recorded. A conversation still open is closed.
  package func completed(_ exchange: Exchange) -> Exchange {
    var exchange = exchange
    var conversation = known.withLock { $0 }
    // No connection was made; the failure says it all.
    if conversation == Conversation() { return exchange }
    if conversation.close == nil { conversation.state = .closed(Conversation.Close()) }
    exchange.conversation = conversation
    return exchange
  }
}
