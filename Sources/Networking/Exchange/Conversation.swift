import Basics

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The messages of one connection in chronological order, and how it ended.
public struct Conversation: Equatable, Sendable {
  /// Whether messages can be exchanged.
  public enum State: Equatable, Sendable {
    /// Not yet connected.
    case connecting
    /// Messages can be exchanged.
    case open
    /// The connection was lost, and another is made at that time.
    case reconnecting(at: Date)
    /// We have said how it ends, and wait for the other side.
    case closing(Close)
    /// Closed; no more messages follow.
    case closed(Close)
  }

  /// How a conversation ended.
  public struct Close: Hashable, Sendable {
    /// The protocol's close code, such as 1000 in RFC 6455, where 1006 is a lost connection; `nil` if there was none.
    public var code: Int?
    /// As given by the closing side.
    public var reason: String
    /// The protocol's word for the code, such as `NOT_FOUND` in gRPC; `nil` if it has none.
    public var name: String?
    /// More that was said about it, as JSON: the details of a status of gRPC. `nil` if there is none.
    public var details: String?

    /// A close, by default without code and reason.
    public init(code: Int? = nil, reason: String = "", name: String? = nil, details: String? = nil) {
      self.code = code
      self.reason = reason
      self.name = name
      self.details = details
    }

    /// The code of a WebSocket whose connection was lost before anybody closed it (RFC 6455, section 7.1.5).
    package static let lost = 1006

    /// Whether it says that all went well: what a WebSocket and a call of gRPC end with.
    package var isOrderly: Bool { name == nil ? code == 1000 : code == 0 }
  }

  /// Whether messages can be exchanged.
  public var state: State
  /// Oldest first.
  public var messages: ConversationMessages

  /// A conversation, by default connecting and without messages.
  public init(state: State = .connecting, messages: ConversationMessages = []) {
    self.state = state
    self.messages = messages
  }

  /// The same from any sequence of messages.
  public init(state: State = .connecting, messages: some Sequence<ConversationMessage>) {
    self.init(state: state, messages: ConversationMessages(messages))
  }

  /// How it ended; `nil` while it is open or connecting.
  public var close: Close? { if case .closed(let close) = state { close } else { nil } }
  /// The total size of all messages in bytes.
  public var size: Int { messages.size }
}

extension Exchange {
  /// The messages sent and received. HTTP is a conversation with one message each way: the request body and the
  /// response body, empty if there is none.
  public var messages: ConversationMessages {
    if let conversation { return conversation.messages }
    guard let hop = hops.last else { return [] }
    var messages: ConversationMessages = [
      ConversationMessage(.outgoing, .content, hop.request.body ?? ByteStore([]), at: startedAt)
    ]
    if hop.response != nil {
      let end = startedAt.addingTimeInterval(duration.inSeconds)
      messages.append(ConversationMessage(.incoming, .content, body ?? ByteStore([]), at: end))
    }
    return messages
  }
}
