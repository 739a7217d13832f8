import Synchronization

/// The outgoing side of a call, which can be filled before it is open: any task adds messages, the transport takes bytes.
///
/// ```
/// open ─finish─► finished ─everything taken─► over
/// ```
package final class GRPCSender: Sendable {
  private enum Stage {
    case open
    /// The last message was said.
    case finished
    /// Nothing is sent any more.
    case over
  }

  private struct State {
    var stage = Stage.open
    var bytes: [UInt8] = []
    var compresses = false
    var sent: (@Sendable ([UInt8]) -> Void)?
    /// Said before the call began to listen.
    var early: [[UInt8]] = []
    var reader: CheckedContinuation<Void, Never>?
    var writers: [CheckedContinuation<Void, Never>] = []

    var hasRoom: Bool { bytes.count < GRPCSender.limit }

    mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
      defer {
        reader = nil
        writers = []
      }
      return writers + [reader].compactMap(\.self)
    }
  }

  /// In bytes: so much may wait to be taken.
  private static let limit = 1 << 20

  private let state = Mutex(State())

  /// A sender to which nothing was said yet.
  package init() {}

  /// Sends a message, once there is room.
  /// - Throws: `NetworkError` if no message can follow, or the task is cancelled.
  package func send(_ message: [UInt8]) async throws(NetworkError) {
    guard message.count <= Int(UInt32.max) else {
      throw NetworkError(.encoding, "A gRPC message has at most 4 GB")
    }
    while true {
      if Task.isCancelled { throw .cancelled }
      if try add(message) { return }
      await change(unless: { $0.hasRoom || $0.stage != .open })
    }
  }

  /// `false` without room.
  private func add(_ message: [UInt8]) throws(NetworkError) -> Bool {
    let compresses = state.withLock { $0.compresses }
    let packed = compresses ? GRPCCoding.compressed(message) : nil
    let frame = GRPCReader.frame(packed ?? message, isCompressed: packed != nil)
    let (stage, isAdded, reader, sent) = state.withLock { state in
      guard state.stage == .open, state.hasRoom else {
        return (state.stage, false, nil as CheckedContinuation<Void, Never>?, nil as (@Sendable ([UInt8]) -> Void)?)
      }
      state.bytes += frame
      if state.sent == nil { state.early.append(message) }
      defer { state.reader = nil }
      return (state.stage, true, state.reader, state.sent)
    }
    reader?.resume()
    sent?(message)
    guard stage == .open else { throw NetworkError(.other, "The call is over: nothing more can be sent") }
    return isAdded
  }

  /// Ends our side; the server may go on.
  package func finish() { wake { if $0.stage == .open { $0.stage = .finished } } }

  /// The call has begun.
  /// - Parameter sent: told what is sent.
  func begin(compresses: Bool, sent: @escaping @Sendable ([UInt8]) -> Void) {
    let early = state.withLock { state in
      state.compresses = compresses
      state.sent = sent
      defer { state.early = [] }
      return state.early
    }
    for message in early { sent(message) }
  }

  /// The call is over.
  func end() {
    wake { state in
      state.stage = .over
      state.bytes = []
      state.sent = nil
    }
  }

  /// The next bytes to send; `nil` after the last.
  func next() async -> [UInt8]? {
    while true {
      let (taken, isLast, writers) = state.withLock { state in
        let taken = state.bytes
        state.bytes = []
        defer { state.writers = [] }
        return (taken, state.stage != .open, state.writers)
      }
      for writer in writers { writer.resume() }
      if !taken.isEmpty { return taken }
      if isLast || Task.isCancelled { return nil }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isDue = state.withLock { state in
            guard state.bytes.isEmpty, state.stage == .open, !Task.isCancelled else { return true }
            state.reader = continuation
            return false
          }
          if isDue { continuation.resume() }
        }
      } onCancel: {
        wake { _ in }
      }
    }
  }

  private func change(unless isReady: @escaping @Sendable (inout State) -> Bool) async {
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
      wake { _ in }
    }
  }

  /// Changes the state and wakes whoever waits for that.
  private func wake(_ update: (inout State) -> Void) {
    let waiting = state.withLock { state in
      update(&state)
      return state.takeWaiting()
    }
    for continuation in waiting { continuation.resume() }
  }
}
