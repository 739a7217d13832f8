import Basics

/// What is told of a conversation while it goes on:
///
/// ```
/// started ─► informational* ─► head ─► progress* ─────────────► finished      HTTP: one message out, one in
///    ▲                          │  └─► state, message, state… ──┘             a protocol of many messages
///    └────────continued─────────┘
/// ```
///
/// HTTP tells no `message`: its two are the body of the request and the body that grows behind `head`.
public enum ConversationEvent: Equatable, Sendable {
  /// A hop began; the request as it will go out.
  case started(SentRequest)
  /// Bytes so far and, where known, in total. Coalesced: about 30 a second.
  case progress(TransferProgress)
  /// An informational response (1xx).
  case informational(ResponseHead)
  /// The head of a hop; `body` is the store that its content grows in.
  case head(ResponseHead, body: ByteStore)
  /// That hop ended in a redirect, a retry or a challenge and another follows.
  case continued(Hop)
  /// Messages may go both ways from now on, or no longer.
  case state(Conversation.State)
  /// A whole message went out or came in.
  case message(ConversationMessage)
  /// The end, also of a failure or a cancellation: see `Exchange.failure`.
  case finished(Exchange)
}

/// How far a transfer is, in bytes of the bodies; a total is `nil` while nobody has said it.
public struct TransferProgress: Hashable, Sendable {
  /// Bytes of the request's body sent.
  public var sent: Int
  /// Bytes of the request's body in all.
  public var toSend: Int?
  /// Bytes of the answer's body received, as they came over the wire.
  public var received: Int
  /// `Content-Length` of the answer.
  public var toReceive: Int?

  /// Progress made by hand, for transports and tests.
  public init(sent: Int = 0, toSend: Int? = nil, received: Int = 0, toReceive: Int? = nil) {
    self.sent = sent
    self.toSend = toSend
    self.received = received
    self.toReceive = toReceive
  }
}
