import Basics
import HTTPModel

/// The outgoing frames of one connection: any task adds messages, and the transport takes bytes.
///
/// ```
/// waiting ─open─► open ─close─► closing ─everything taken─► over
/// ```
/// Messages wait while more than `limit` bytes are queued; pings, pongs and the close do not.
final class FrameOutbox: Sendable {
  private enum Stage {
    /// The server has not accepted the handshake yet.
    case waiting
    case open
    /// The close is the last frame.
    case closing
    /// Nothing more is sent.
    case over
  }

  /// The callbacks to the connection.
  struct Hooks: Sendable {
    var sent: @Sendable (ConversationMessage.Kind, [UInt8]) -> Void = { _, _ in }
    /// A close was sent that does not answer one of the server.
    var closing: @Sendable (Conversation.Close) -> Void = { _ in }
  }

  private struct State {
    var stage = Stage.waiting
    var bytes: [UInt8] = []
    var deflater: MessageDeflater?
    var hooks = Hooks()
    /// The number of messages added but not reported yet. Bytes are taken only when it is 0, so that no message is
    /// reported after its answer.
    var unreported = 0
    /// The pending answer to the last ping, while there is no room: only the last ping must be answered (section
    /// 5.5.3).
    var pong: [UInt8]?
    /// A close requested before the outbox is open: a callback for the open state may be faster.
    var early: Conversation.Close?
    /// The failure that ended the conversation.
    var failure: NetworkError?

    var mayAdd: Bool { stage == .open && bytes.count < FrameOutbox.limit }
    /// True if no further message is accepted.
    var isEnding: Bool { stage == .closing || stage == .over }
    /// The reason why no further message is accepted; `nil` if one is.
    var over: NetworkError? {
      guard isEnding else { return nil }
      return failure ?? NetworkError(.other, "The conversation is over: nothing more can be sent")
    }
  }

  /// In bytes.
  static let limit = 1 << 20

  private let state = Monitor(State())

  /// Opens the outbox after the server accepted the handshake: waiting messages are sent.
  func open(_ deflater: MessageDeflater?, _ hooks: Hooks) {
    let early = state.change { state -> Conversation.Close? in
      guard state.stage == .waiting else { return nil }
      state.stage = .open
      state.deflater = deflater
      state.hooks = hooks
      return state.early
    }
    if let early { close(early) }
  }

  /// Sends a message once there is room.
  /// - Throws: `NetworkError` if the conversation is over, or the task is cancelled.
  func send(_ kind: ConversationMessage.Kind, _ payload: [UInt8]) async throws(NetworkError) {
    while true {
      let (over, hooks) = state.change { state -> (NetworkError?, Hooks?) in
        guard state.mayAdd else { return (state.over, nil) }
        Self.append(kind, payload, to: &state)
        state.unreported += 1
        return (nil, state.hooks)
      }
      if let hooks { return report(hooks, kind, payload) }
      if let over { throw over }
      if Task.isCancelled { throw .cancelled }
      await state.wait { $0.mayAdd || $0.isEnding }
    }
  }

  /// Returns once the server has accepted the handshake.
  /// - Throws: `NetworkError` if the conversation is over, or the task is cancelled.
  func opened() async throws(NetworkError) {
    while true {
      let (stage, over) = state.read { ($0.stage, $0.over) }
      if stage == .open { return }
      if let over { throw over }
      if Task.isCancelled { throw .cancelled }
      await state.wait { $0.stage != .waiting }
    }
  }

  private static func append(_ kind: ConversationMessage.Kind, _ payload: [UInt8], to state: inout State) {
    let opcode: WebSocketFrame.Opcode =
      switch kind {
      case .binary: .binary
      case .ping: .ping
      case .pong: .pong
      default: .text
      }
    guard !opcode.isControl else {
      return WebSocketFrame.append(opcode, Array(payload.prefix(WebSocketFrame.longestControl)), to: &state.bytes)
    }
    payload.withUnsafeBytes { raw in
      guard let deflater = state.deflater else { return WebSocketFrame.append(opcode, raw, to: &state.bytes) }
      deflater.deflated(raw).withUnsafeBytes {
        WebSocketFrame.append(opcode, $0, isCompressed: true, to: &state.bytes)
      }
    }
  }

  /// Sends a ping or a pong, without waiting.
  /// - Returns: true if it will be sent now.
  @discardableResult
  func control(_ kind: ConversationMessage.Kind, _ payload: [UInt8]) -> Bool {
    let hooks = state.change { state -> Hooks? in
      guard state.stage == .open else { return nil }
      guard state.bytes.count < Self.limit else {
        if kind == .pong { state.pong = payload }
        return nil
      }
      Self.append(kind, payload, to: &state)
      state.unreported += 1
      return state.hooks
    }
    if let hooks { report(hooks, kind, Array(payload.prefix(WebSocketFrame.longestControl))) }
    return hooks != nil
  }

  private func report(_ hooks: Hooks, _ kind: ConversationMessage.Kind, _ payload: [UInt8]) {
    hooks.sent(kind, payload)
    state.change { $0.unreported -= 1 }
  }

  /// Sends the close, the last frame. Before the outbox is open, the close waits. Only the first call counts.
  /// - Parameter isAnswer: true if the server has already closed, or no other frame may precede the close.
  /// - Returns: true for the first call.
  @discardableResult
  func close(_ close: Conversation.Close, isAnswer: Bool = false) -> Bool {
    let hooks = state.change { state -> Hooks? in
      if state.stage == .waiting, !isAnswer { state.early = state.early ?? close }
      guard state.stage == .open else { return nil }
      WebSocketFrame.append(.close, WebSocketFrame.closePayload(close), to: &state.bytes)
      state.stage = .closing
      return state.hooks
    }
    if !isAnswer { hooks?.closing(close) }
    return hooks != nil
  }

  /// True if the server has accepted the handshake and the conversation continues.
  var isOpen: Bool { state.read { $0.stage == .open } }
  /// True if a close was sent.
  var isClosing: Bool { state.read { $0.stage == .closing } }

  /// Ends the outbox with its connection. Also releases the hooks: they reference the transfer, whose request
  /// references this outbox.
  /// - Parameter failure: the reason, such as a refused handshake, for those who want to send.
  func end(_ failure: NetworkError? = nil) {
    state.change { state in
      state.stage = .over
      state.failure = failure
      state.bytes = []
      state.deflater = nil
      state.hooks = Hooks()
    }
  }

  /// The next bytes to send; `nil` after the last.
  func next() async -> [UInt8]? {
    while true {
      let (taken, isLast) = take()
      if !taken.isEmpty { return taken }
      if isLast || Task.isCancelled { return nil }
      await state.wait { $0.stage == .over || $0.unreported == 0 && (!$0.bytes.isEmpty || $0.isEnding) }
    }
  }

  /// The bytes that can be sent now, and true if nothing follows.
  func take() -> (bytes: [UInt8], isLast: Bool) {
    state.change { state in
      guard state.stage == .open || state.stage == .closing else { return ([], state.stage == .over) }
      guard state.unreported == 0 else { return ([], false) }
      let taken = state.bytes
      state.bytes = []
      if taken.isEmpty { return ([], state.stage == .closing) }
      if let pong = state.pong, state.stage == .open { Self.append(.pong, pong, to: &state) }
      state.pong = nil
      return (taken, false)
    }
  }
}
