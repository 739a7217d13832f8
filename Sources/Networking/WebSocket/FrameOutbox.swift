import Basics

/// What waits to be sent on one connection: any task adds messages, the transport takes bytes.
///
/// ```
/// waiting ─open─► open ─close─► closing ─everything taken─► over
/// ```
/// Messages wait while more than `limit` bytes are not taken; pings, pongs and the close do not.
final class FrameOutbox: Sendable {
  private enum Stage {
    /// The server has not agreed yet.
    case waiting
    case open
    /// The close is the last frame.
    case closing
    /// Nothing is sent any more.
    case over
  }

  /// What the connection wants to know.
  struct Hooks: Sendable {
    var sent: @Sendable (ConversationMessage.Kind, [UInt8]) -> Void = { _, _ in }
    /// A close was sent that is no answer.
    var closing: @Sendable (Conversation.Close) -> Void = { _ in }
  }

  private struct State {
    var stage = Stage.waiting
    var bytes: [UInt8] = []
    var deflater: MessageDeflater?
    var hooks = Hooks()
    /// Added and not told yet. Until then nothing is taken, so that no answer to a message is told before it.
    var untold = 0
    /// The answer to the last ping, while there is no room: only the last must be answered (section 5.5.3).
    var pong: [UInt8]?

    var mayAdd: Bool { stage == .open && bytes.count < FrameOutbox.limit }
    /// Whether no message can follow.
    var isEnding: Bool { stage == .closing || stage == .over }
  }

  /// In bytes.
  static let limit = 1 << 20

  private let state = Monitor(State())

  /// The server has agreed: what was waiting goes out.
  func open(_ deflater: MessageDeflater?, _ hooks: Hooks) {
    state.change { state in
      guard state.stage == .waiting else { return }
      state.stage = .open
      state.deflater = deflater
      state.hooks = hooks
    }
  }

  /// Sends a message once there is room.
  /// - Throws: `NetworkError` if the conversation is over, or the task is cancelled.
  func send(_ kind: ConversationMessage.Kind, _ payload: [UInt8]) async throws(NetworkError) {
    while true {
      let (isEnding, hooks) = state.change { state -> (Bool, Hooks?) in
        guard state.mayAdd else { return (state.isEnding, nil) }
        Self.append(kind, payload, to: &state)
        state.untold += 1
        return (false, state.hooks)
      }
      if let hooks { return tell(hooks, kind, payload) }
      if isEnding { throw Self.isOver }
      if Task.isCancelled { throw .cancelled }
      await state.wait { $0.mayAdd || $0.isEnding }
    }
  }

  /// Returns once the server has agreed.
  /// - Throws: `NetworkError` if the conversation is over, or the task is cancelled.
  func opened() async throws(NetworkError) {
    while true {
      switch state.read({ $0.stage }) {
      case .open: return
      case .closing, .over: throw Self.isOver
      case .waiting: if Task.isCancelled { throw .cancelled }
      }
      await state.wait { $0.stage != .waiting }
    }
  }

  private static let isOver = NetworkError(.other, "The conversation is over: nothing more can be sent")

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
  /// - Returns: whether it will be sent now.
  @discardableResult
  func control(_ kind: ConversationMessage.Kind, _ payload: [UInt8]) -> Bool {
    let hooks = state.change { state -> Hooks? in
      guard state.stage == .open else { return nil }
      guard state.bytes.count < Self.limit else {
        if kind == .pong { state.pong = payload }
        return nil
      }
      Self.append(kind, payload, to: &state)
      state.untold += 1
      return state.hooks
    }
    if let hooks { tell(hooks, kind, Array(payload.prefix(WebSocketFrame.longestControl))) }
    return hooks != nil
  }

  private func tell(_ hooks: Hooks, _ kind: ConversationMessage.Kind, _ payload: [UInt8]) {
    hooks.sent(kind, payload)
    state.change { $0.untold -= 1 }
  }

  /// Sends the close, the last frame. Only the first call counts.
  /// - Parameter isAnswer: whether the server has closed already, or is to be told nothing but this.
  /// - Returns: whether this was the first.
  @discardableResult
  func close(_ close: Conversation.Close, isAnswer: Bool = false) -> Bool {
    let hooks = state.change { state -> Hooks? in
      guard state.stage == .open else { return nil }
      WebSocketFrame.append(.close, WebSocketFrame.closePayload(close), to: &state.bytes)
      state.stage = .closing
      return state.hooks
    }
    if !isAnswer { hooks?.closing(close) }
    return hooks != nil
  }

  /// Whether the server has agreed and the conversation goes on.
  var isOpen: Bool { state.read { $0.stage == .open } }
  /// Whether a close was sent.
  var isClosing: Bool { state.read { $0.stage == .closing } }

  /// The connection is gone. The hooks go, too: they know the transfer, whose request knows this outbox.
  func end() {
    state.change { state in
      state.stage = .over
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
      await state.wait { $0.stage == .over || $0.untold == 0 && (!$0.bytes.isEmpty || $0.isEnding) }
    }
  }

  /// What can be sent now, and whether nothing follows.
  func take() -> (bytes: [UInt8], isLast: Bool) {
    state.change { state in
      guard state.stage == .open || state.stage == .closing else { return ([], state.stage == .over) }
      guard state.untold == 0 else { return ([], false) }
      let taken = state.bytes
      state.bytes = []
      if taken.isEmpty { return ([], state.stage == .closing) }
      if let pong = state.pong, state.stage == .open { Self.append(.pong, pong, to: &state) }
      state.pong = nil
      return (taken, false)
    }
  }
}
