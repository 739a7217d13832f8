package import Basics
package import Essentials
import Locks

/// The messages of one connection in chronological order, and the way it ended.
package struct Conversation: Equatable, Sendable {
  /// The stage of a conversation.
  package enum State: Equatable, Sendable {
    /// Not yet connected.
    case connecting
    /// Messages can be exchanged.
    case open
    /// The connection was lost and will be reopened at that time.
    case reconnecting(at: Date)
    /// This side has sent its close and waits for the other side.
    case closing(Close)
    /// Closed; no more messages follow.
    case closed(Close)
  }

  /// The end of a conversation.
  package struct Close: Hashable, Sendable {
    /// The protocol's close code, such as 1000 in RFC 6455, where 1006 is a lost connection; `nil` without a code.
    package var code: Int?
    /// The reason given by the closing side.
    package var reason: String
    /// The protocol's name for the code, such as `NOT_FOUND` in gRPC; `nil` if it has none.
    package var name: String?
    /// Details as JSON, such as those of a gRPC status; `nil` without any.
    package var details: String?

    /// A close, by default without code and reason.
    package init(code: Int? = nil, reason: String = "", name: String? = nil, details: String? = nil) {
      self.code = code
      self.reason = reason
      self.name = name
      self.details = details
    }

    /// The code of a WebSocket whose connection was lost before a close (RFC 6455, section 7.1.5).
    package static let lost = 1006

    /// True for the code of a successful WebSocket or gRPC call.
    package var isOrderly: Bool { name == nil ? code == 1000 : code == 0 }
  }

  /// The stage of the conversation.
  package var state: State
  /// Oldest first.
  package var messages: ConversationMessages

  /// A conversation, by default connecting and without messages.
  package init(state: State = .connecting, messages: ConversationMessages = []) {
    self.state = state
    self.messages = messages
  }

  /// A conversation with any sequence of messages.
  package init(state: State = .connecting, messages: some Sequence<ConversationMessage>) {
    self.init(state: state, messages: ConversationMessages(messages))
  }

  /// The end of the conversation; `nil` while it is open or connecting.
  package var close: Close? { if case .closed(let close) = state { close } else { nil } }
  /// The total size of all messages in bytes.
  package var size: Int { messages.size }
}

extension Exchange {
  /// The messages sent and received. HTTP is a conversation with one message each way: the request body and the
  /// response body, empty if there is none.
  package var messages: ConversationMessages {
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

/// The events of a running conversation:
///
/// ```
/// started ─► informational* ─► head ─► progress* ─────────────► finished      HTTP: one message out, one in
///    ▲                          │  └─► state, message, state… ──┘             a protocol of many messages
///    └────────continued─────────┘
/// ```
///
/// HTTP sends no `message`: its two messages are the request body and the body that grows behind `head`. If that body
/// contains many messages, `streamed` reports them as ranges of it.
package enum ConversationEvent: Equatable, Sendable {
  /// A hop began, with the request as it will be sent.
  case started(SentRequest)
  /// Bytes so far and, if known, in total. Coalesced to about 30 per second.
  case progress(TransferProgress)
  /// An informational response (1xx).
  case informational(ResponseHead)
  /// The head of a hop; `body` grows as the content arrives.
  case head(ResponseHead, body: ResponseBody)
  /// The hop ended in a redirect, a retry or a challenge, and another follows.
  case continued(Hop)
  /// The stage of the conversation changed.
  case state(Conversation.State)
  /// A complete message was sent or received.
  case message(ConversationMessage)
  /// All messages so far, for a listener that receives them in batches. At most about 30 times a second.
  case messages(ConversationMessages)
  /// All messages so far of a body with many messages. At most about 30 times a second.
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

/// The numbers of outgoing and incoming messages, without those of the protocol itself, and the size of all.
package struct MessageTally: Equatable, Sendable {
  package private(set) var sent = 0
  package private(set) var received = 0
  package private(set) var bytes = 0

  mutating func count(_ message: MessageHead) {
    bytes += message.size
    guard message.kind.isContent else { return }
    if message.direction == .outgoing { sent += 1 } else { received += 1 }
  }
}

/// Records the events of a conversation and forwards them, so that even a cancelled conversation keeps its messages.
// A class because a driver sends events from any thread, one at a time.
package final class ConversationLog: Sendable {
  private struct State {
    var known = Conversation()
    /// The number of messages passed to the listener, and the time of the last batch.
    var reported = 0
    var reportedAt: ContinuousClock.Instant?
    var isWaiting = false
  }

  private static let interval = Duration.milliseconds(33)
  private let state = Mutex(State())
  private let listener: (@Sendable (ConversationEvent) -> Void)?
  private let collects: Bool

  /// - Parameters:
  ///   - collects: true if the listener receives batches as `messages` instead of single messages.
  ///   - listener: receives the events; `nil` for no listener.
  package init(collects: Bool = false, _ listener: (@Sendable (ConversationEvent) -> Void)? = nil) {
    self.collects = collects
    self.listener = listener
  }

  package func report(_ event: ConversationEvent) {
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
      if let last = state.reportedAt, .now - last < Self.interval {
        defer { state.isWaiting = true }
        return !state.isWaiting
      }
      pass(&state)
      return false
    }
    guard waits else { return }
    Task { [self] in
      // Nothing cancels this task; if it were cancelled, the messages would be passed immediately.
      try? await Pause.wait(Self.interval)
      state.withLock { state in
        state.isWaiting = false
        pass(&state)
      }
    }
  }

  /// Passes the new messages to the listener. Inside the lock, so that events stay in order.
  private func pass(_ state: inout State) {
    guard collects, state.known.messages.count > state.reported, let listener else { return }
    state.reported = state.known.messages.count
    state.reportedAt = .now
    listener(.messages(state.known.messages))
  }

  /// The exchange with everything recorded, after the listener received it. An open conversation is closed.
  package func completed(_ exchange: Exchange) -> Exchange {
    var exchange = exchange
    var conversation = state.withLock { state in
      pass(&state)
      return state.known
    }
    // No connection was made, so the failure says everything.
    if conversation == Conversation() { return exchange }
    if conversation.close == nil { conversation.state = .closed(Conversation.Close()) }
    exchange.conversation = conversation
    return exchange
  }
}
