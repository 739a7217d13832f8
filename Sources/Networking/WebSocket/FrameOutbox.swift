import Basics
import Synchronization

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
    /// A close of our own was sent.
    var closing: @Sendable (Conversation.Close) -> Void = { _ in }
  }

  private struct State {
    var stage = Stage.waiting
    var bytes: [UInt8] = []
    var deflater: MessageDeflater?
    var hooks = Hooks()
    /// The answer to the last ping, while there is no room: only the last must be answered (section 5.5.3).
    var pong: [UInt8]?
    var reader: CheckedContinuation<Void, Never>?
    var writers: [CheckedContinuation<Void, Never>] = []

    var mayAdd: Bool { stage == .open && bytes.count < FrameOutbox.limit }

    mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
      defer {
        reader = nil
        writers = []
      }
      return writers + [reader].compactMap(\.self)
    }
  }

  /// In bytes.
  static let limit = 1 << 20

  private let state = Mutex(State())

  /// The server has agreed: what was waiting goes out.
  func open(_ deflater: MessageDeflater?, _ hooks: Hooks) {
    change { state in
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
      let added: Hooks? = try add(kind, payload)
      if let added {
        added.sent(kind, payload)
        return
      }
      try await change(unless: { $0.mayAdd || $0.stage == .closing || $0.stage == .over })
    }
  }

  /// Returns once the server has agreed.
  /// - Throws: `NetworkError` if the conversation is over, or the task is cancelled.
  func opened() async throws(NetworkError) {
    while true {
      switch state.withLock({ $0.stage }) {
      case .open: return
      case .waiting: try await change(unless: { $0.stage != .waiting })
      case .closing, .over: throw Self.isOver
      }
    }
  }

  private static let isOver = NetworkError(.other, "The conversation is over: nothing more can be sent")

  /// Suspends until the state changes, unless it is as wanted.
  private func change(unless isReady: @escaping @Sendable (inout State) -> Bool) async throws(NetworkError) {
    if Task.isCancelled { throw .cancelled }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDue = state.withLock { state in
          if isReady(&state) || Task.isCancelled { return true }
          state.writers.append(continuation)
          return false
        }
        if isDue { continuation.resume() }
      }
    } onCancel: {
      change { _ in }
    }
  }

  /// `nil` while there is no room.
  private func add(_ kind: ConversationMessage.Kind, _ payload: [UInt8]) throws(NetworkError) -> Hooks? {
    let (isOver, hooks, waiting) = state.withLock { state -> (Bool, Hooks?, [CheckedContinuation<Void, Never>]) in
      if state.stage == .closing || state.stage == .over { return (true, nil, []) }
      guard state.mayAdd else { return (false, nil, []) }
      Self.append(kind, payload, to: &state)
      defer { state.reader = nil }
      return (false, state.hooks, [state.reader].compactMap(\.self))
    }
    for continuation in waiting { continuation.resume() }
    guard !isOver else { throw Self.isOver }
    return hooks
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
  /// - Returns: whether it will be sent now.
  @discardableResult
  func control(_ kind: ConversationMessage.Kind, _ payload: [UInt8]) -> Bool {
    var isSent = false
    let hooks = change { state in
      guard state.stage == .open else { return }
      guard state.bytes.count < Self.limit else {
        if kind == .pong { state.pong = payload }
        return
      }
      Self.append(kind, payload, to: &state)
      isSent = true
    }
    if isSent { hooks.sent(kind, Array(payload.prefix(WebSocketFrame.longestControl))) }
    return isSent
  }

  /// Sends the close, the last frame. Only the first call counts.
  /// - Parameter isAnswer: whether the server has closed already, or is to be told nothing but this.
  func close(_ close: Conversation.Close, isAnswer: Bool = false) {
    var isFirst = false
    let hooks = change { state in
      guard state.stage == .open else { return }
      WebSocketFrame.append(.close, WebSocketFrame.closePayload(close), to: &state.bytes)
      state.stage = .closing
      isFirst = true
    }
    if isFirst, !isAnswer { hooks.closing(close) }
  }

  /// Whether the server has agreed and the conversation goes on.
  var isOpen: Bool { state.withLock { $0.stage == .open } }
  /// Whether a close was sent.
  var isClosing: Bool { state.withLock { $0.stage == .closing } }

  /// The connection is gone. The hooks go, too: they know the transfer, whose request knows this outbox.
  func end() {
    change { state in
      state.stage = .over
      state.bytes = []
      state.deflater = nil
      state.hooks = Hooks()
    }
  }

  /// The next bytes to send; `nil` after the last.
  func next() async -> [UInt8]? {
    while true {
      let (taken, isLast, waiting) = state.withLock { state -> ([UInt8], Bool, [CheckedContinuation<Void, Never>]) in
        guard state.stage == .open || state.stage == .closing else { return ([], state.stage == .over, []) }
        let taken = state.bytes
        state.bytes = []
        if taken.isEmpty { return ([], state.stage == .closing, []) }
        if let pong = state.pong, state.stage == .open { Self.append(.pong, pong, to: &state) }
        state.pong = nil
        defer { state.writers = [] }
        return (taken, false, state.writers)
      }
      for continuation in waiting { continuation.resume() }
      if !taken.isEmpty { return taken }
      if isLast || Task.isCancelled { return nil }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isDue = state.withLock { state in
            let isIdle = state.bytes.isEmpty && (state.stage == .open || state.stage == .waiting)
            guard isIdle, !Task.isCancelled else { return true }
            state.reader = continuation
            return false
          }
          if isDue { continuation.resume() }
        }
      } onCancel: {
        change { _ in }
      }
    }
  }

  /// Changes the state and wakes whoever waits for that.
  @discardableResult
  private func change(_ update: (inout State) -> Void) -> Hooks {
    let (waiting, hooks) = state.withLock { state in
      update(&state)
      return (state.takeWaiting(), state.hooks)
    }
    for continuation in waiting { continuation.resume() }
    return hooks
  }
}
