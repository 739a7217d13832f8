import Basics

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

    var hasRoom: Bool { bytes.count < GRPCSender.limit }
  }

  /// In bytes: so much may wait to be taken.
  private static let limit = 1 << 20

  private let state = Monitor(State())

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
      await state.wait { $0.hasRoom || $0.stage != .open }
    }
  }

  /// `false` without room.
  private func add(_ message: [UInt8]) throws(NetworkError) -> Bool {
    let packed = state.read { $0.compresses } ? GRPCCoding.compressed(message) : nil
    let frame = GRPCReader.frame(packed ?? message, isCompressed: packed != nil)
    let (stage, isAdded, sent) = state.change { state -> (Stage, Bool, (@Sendable ([UInt8]) -> Void)?) in
      guard state.stage == .open, state.hasRoom else { return (state.stage, false, nil) }
      state.bytes += frame
      if state.sent == nil { state.early.append(message) }
      return (state.stage, true, state.sent)
    }
    sent?(message)
    guard stage == .open else { throw NetworkError(.other, "The call is over: nothing more can be sent") }
    return isAdded
  }

  /// Ends our side; the server may go on.
  package func finish() { state.change { if $0.stage == .open { $0.stage = .finished } } }

  /// The call has begun.
  /// - Parameter sent: told what is sent.
  func begin(compresses: Bool, sent: @escaping @Sendable ([UInt8]) -> Void) {
    let early = state.change { state in
      state.compresses = compresses
      state.sent = sent
      defer { state.early = [] }
      return state.early
    }
    for message in early { sent(message) }
  }

  /// The call is over.
  func end() {
    state.change { state in
      state.stage = .over
      state.bytes = []
      state.sent = nil
    }
  }

  /// The next bytes to send; `nil` after the last.
  func next() async -> [UInt8]? {
    while true {
      let (taken, isLast) = state.change { state in
        let taken = state.bytes
        state.bytes = []
        return (taken, state.stage != .open)
      }
      if !taken.isEmpty { return taken }
      if isLast || Task.isCancelled { return nil }
      await state.wait { !$0.bytes.isEmpty || $0.stage != .open }
    }
  }
}
