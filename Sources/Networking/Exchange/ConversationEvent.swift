public import Basics

/// The events of a running conversation:
///
/// ```
/// started ─► informational* ─► head ─► progress* ─────────────► finished      HTTP: one message out, one in
///    ▲                          │  └─► state, message, state… ──┘             a protocol of many messages
///    └────────continued─────────┘
/// ```
///
/// HTTP sends no `message`: its two messages are the request body and the body that grows behind `head`. Where that body
/// holds many, `streamed` tells them as ranges of it.
public enum ConversationEvent: Equatable, Sendable {
  /// A hop began; the request as it will be sent.
  case started(SentRequest)
  /// Bytes so far and, if known, in total. Coalesced to about 30 per second.
  case progress(TransferProgress)
  /// An informational response (1xx).
  case informational(ResponseHead)
  /// The head of a hop; `body` grows as the content arrives.
  case head(ResponseHead, body: ByteStore)
  /// The hop ended in a redirect, a retry or a challenge, and another follows.
  case continued(Hop)
  /// Messages can be exchanged from now on, or no longer.
  case state(Conversation.State)
  /// A complete message was sent or received.
  case message(ConversationMessage)
  /// The same for a listener that wants them together: all so far. At most about 30 times a second.
  case messages(ConversationMessages)
  /// More messages of a body that holds many: all of them so far. At most about 30 times a second.
  case streamed(StreamedMessages)
  /// The end, including failure and cancellation: see `Exchange.failure`.
  case finished(Exchange)
}

/// The progress of a transfer, in bytes of the bodies; a total is `nil` while unknown.
public struct TransferProgress: Hashable, Sendable {
  /// Bytes of the request body sent.
  public var sent: Int
  /// Total bytes of the request body.
  public var toSend: Int?
  /// Bytes of the response body received on the wire.
  public var received: Int
  /// `Content-Length` of the response.
  public var toReceive: Int?

  /// Progress made by hand, for transports and tests.
  public init(sent: Int = 0, toSend: Int? = nil, received: Int = 0, toReceive: Int? = nil) {
    self.sent = sent
    self.toSend = toSend
    self.received = received
    self.toReceive = toReceive
  }
}
