import Basics

/// The messages of one connection in the order in which they were there, and how it ended.
public struct Conversation: Equatable, Sendable {
  /// Whether messages may go both ways.
  public enum State: Equatable, Sendable {
    /// Not yet.
    case connecting
    /// They may.
    case open
    /// No longer: the last is said.
    case closed(Close)
  }

  /// How a conversation ended.
  public struct Close: Hashable, Sendable {
    /// The protocol's number, such as 1000 of RFC 6455; `nil` where nobody said one.
    public var code: Int?
    /// In the words of the side that closed.
    public var reason: String

    /// An end, by default one that nobody explained.
    public init(code: Int? = nil, reason: String = "") {
      self.code = code
      self.reason = reason
    }
  }

  /// Whether messages may go both ways.
  public var state: State
  /// Oldest first.
  public var messages: [ConversationMessage]

  /// A conversation in which nothing was said yet, unless told otherwise.
  public init(state: State = .connecting, messages: [ConversationMessage] = []) {
    self.state = state
    self.messages = messages
  }

  /// How it ended; `nil` while it goes on.
  public var close: Close? { if case .closed(let close) = state { close } else { nil } }
  /// The bytes of all messages together.
  public var size: Int { messages.reduce(0) { $0 + $1.size } }
}

extension Exchange {
  /// What went out and what came in. HTTP is the conversation with one message each way: the body of the request and
  /// the body of the answer, both empty where there was none.
  public var messages: [ConversationMessage] {
    if let conversation { return conversation.messages }
    guard let hop = hops.last else { return [] }
    var messages = [ConversationMessage(.outgoing, .content, hop.request.body ?? ByteStore([]), at: startedAt)]
    if hop.response != nil {
      let end = startedAt.addingTimeInterval(duration.inSeconds)
      messages.append(ConversationMessage(.incoming, .content, body ?? ByteStore([]), at: end))
    }
    return messages
  }
}
