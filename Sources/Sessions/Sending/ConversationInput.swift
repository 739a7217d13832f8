import Dispatch
package import Networking
import Synchronization

/// What the user says into an open conversation, from any thread: lines of standard input, messages chosen on the
/// screen. Whoever sends makes one and gives it to the driver; everything said before the conversation opens waits.
package final class ConversationInput: Sendable {
  package enum Entry: Equatable, Sendable {
    case message(ConversationMessage.Kind, [UInt8])
    /// The end, in order.
    case close(Conversation.Close)
  }

  /// What the conversation says to what is said.
  package enum Reply: Equatable, Sendable {
    /// Whether it takes messages besides those of the file; some kinds know only once they are on their way.
    case listens(Bool)
    /// A message could not be said, and why; the conversation goes on. Messages are counted from 1, as they were said.
    case refused(String, message: Int)
  }

  /// How many messages may wait before `waitForRoom` blocks.
  private static let most = 1000

  private let entries: AsyncStream<Entry>
  private let feed: AsyncStream<Entry>.Continuation
  /// Not created with its value: libdispatch ends the program if a semaphore goes with less than it came with.
  private let room = DispatchSemaphore(value: 0)
  private let end = Mutex(End())
  private let reply: (@Sendable (Reply) -> Void)?
  /// How many messages were passed on.
  private let count = Atomic(0)

  /// How the conversation is closed at once, and whether that was wanted before it could be.
  private struct End {
    var hook: (@Sendable (Conversation.Close) -> Void)?
    var wanted: Conversation.Close?
  }

  /// - Parameter reply: told what the conversation answers; without it, what cannot be said ends the conversation.
  package init(reply: (@Sendable (Reply) -> Void)? = nil) {
    self.reply = reply
    (entries, feed) = AsyncStream.makeStream(of: Entry.self)
    for _ in 0..<Self.most { room.signal() }
  }

  package func send(_ text: String) { feed.yield(.message(.text, Array(text.utf8))) }

  package func send(_ kind: ConversationMessage.Kind, _ bytes: [UInt8]) { feed.yield(.message(kind, bytes)) }

  /// Closes the conversation once everything said before has been sent.
  package func close(_ close: Conversation.Close = Conversation.Close(code: 1000)) { feed.yield(.close(close)) }

  /// Closes the conversation without what was said and has not been sent.
  package func closeNow(_ close: Conversation.Close = Conversation.Close(code: 1000)) {
    let hook = end.withLock { end in
      end.wanted = close
      return end.hook
    }
    hook?(close)
  }

  /// - Returns: whether anybody heard.
  @discardableResult
  func answer(_ reply: Reply) -> Bool {
    self.reply?(reply)
    return self.reply != nil
  }

  /// The message that was passed on last could not be said.
  /// - Returns: whether anybody heard.
  func refuse(_ words: String) -> Bool {
    answer(.refused(words, message: count.load(ordering: .relaxed)))
  }

  /// Blocks the thread while many messages wait, for a source that could fill the memory. Once for each message.
  package func waitForRoom() { room.wait() }

  /// Passes on what is said, until the end.
  /// - Parameter ended: how `closeNow` reaches the conversation.
  func entries(
    ended: @escaping @Sendable (Conversation.Close) -> Void, _ take: (Entry) async throws(NetworkError) -> Void
  ) async throws(NetworkError) {
    let wanted = end.withLock { end in
      end.hook = ended
      return end.wanted
    }
    defer { end.withLock { $0.hook = nil } }
    if let wanted { ended(wanted) }
    for await entry in entries {
      room.signal()
      if case .message = entry { count.add(1, ordering: .relaxed) }
      try await take(entry)
      if case .close = entry { return }
    }
  }
}
