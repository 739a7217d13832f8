import Basics
import HTTPModel

/// The outgoing side of a call, which can be filled before the call is open: any task adds messages, and the transport
/// takes bytes. Until the server has answered, the transport can start over from the first byte.
///
/// ```
/// open ─finish─► finished ─everything taken─► over
/// ```
package final class GRPCSender: Sendable {
  private enum Stage {
    case open
    /// The last message was added.
    case finished
    /// Nothing more is sent.
    case over
  }

  private struct State {
    var stage = Stage.open
    var bytes: [UInt8] = []
    /// The bytes taken so far, for a reader that starts over; `nil` once that is impossible.
    var taken: [UInt8]? = []
    /// Counts the readers; only the last one can take bytes.
    var generation = 0
    var compresses = false
    /// The number of messages added but not reported yet. Bytes are taken only when it is 0, so that no message is
    /// reported after its answer.
    var unreported = 0
    var sent: (@Sendable ([UInt8]) -> Void)?
    /// Messages added before the call began.
    var early: [[UInt8]] = []

    var hasRoom: Bool { bytes.count < GRPCSender.limit }
  }

  /// In bytes; the amount that may wait to be taken.
  private static let limit = 1 << 20
  /// In bytes; the amount kept for resending.
  private static let mostKept = 4 << 20

  private let state = Monitor(State())

  /// A sender without messages.
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

  package static func frame(_ message: [UInt8], compresses: Bool) -> [UInt8] {
    let packed = compresses ? message.withUnsafeBytes(Deflater.gzip) : nil
    return GRPCReader.frame(packed ?? message, isCompressed: packed != nil)
  }

  /// Returns `false` without room.
  private func add(_ message: [UInt8]) throws(NetworkError) -> Bool {
    let frame = Self.frame(message, compresses: state.read { $0.compresses })
    let (stage, isAdded, sent) = state.change { state -> (Stage, Bool, (@Sendable ([UInt8]) -> Void)?) in
      guard state.stage == .open, state.hasRoom else { return (state.stage, false, nil) }
      state.bytes += frame
      if state.sent == nil { state.early.append(message) } else { state.unreported += 1 }
      return (state.stage, true, state.sent)
    }
    if let sent {
      sent(message)
      state.change { $0.unreported -= 1 }
    }
    guard stage == .open else { throw NetworkError(.other, "The call is over: nothing more can be sent") }
    return isAdded
  }

  /// Ends this side; the server may continue.
  package func finish() { state.change { if $0.stage == .open { $0.stage = .finished } } }

  /// Begins the call.
  /// - Parameter sent: receives each sent message.
  func begin(compresses: Bool, sent: @escaping @Sendable ([UInt8]) -> Void) {
    let early = state.change { state in
      state.compresses = compresses
      state.sent = sent
      defer { state.early = [] }
      return state.early
    }
    for message in early { sent(message) }
  }

  func end() {
    state.change { state in
      state.stage = .over
      state.bytes = []
      state.taken = nil
      state.sent = nil
    }
  }

  /// Starts from the first byte, even if another reader has taken some.
  /// - Throws: `NetworkError` once the taken bytes are no longer kept, and for a reader that was cancelled meanwhile.
  func open() throws(NetworkError) -> BodyStream.Reader {
    let generation: Int? = state.change { state in
      // The first reader needs no earlier bytes, so it may start even if the server has already answered.
      guard state.taken != nil || state.generation == 0, !Task.isCancelled else { return nil }
      if let taken = state.taken {
        state.bytes = taken + state.bytes
        state.taken = []
      }
      state.generation += 1
      return state.generation
    }
    guard let generation else { throw NetworkError(.other, "The sent messages are too large to resend") }
    return { await self.next(generation) }
  }

  /// All bytes, once this side has ended.
  func everything() async -> [UInt8] {
    let generation = state.read { $0.generation }
    var bytes: [UInt8] = []
    while let more = await next(generation) { bytes += more }
    return bytes
  }

  /// Marks that the server has answered: nothing is resent from now on.
  func settle() { state.change { $0.taken = nil } }

  /// The next bytes to send; `nil` after the last.
  private func next(_ generation: Int) async -> [UInt8]? {
    while true {
      let (taken, isLast) = take(generation)
      if !taken.isEmpty { return taken }
      if isLast || Task.isCancelled { return nil }
      await state.wait {
        $0.stage == .over || $0.generation != generation
          || $0.unreported == 0 && (!$0.bytes.isEmpty || $0.stage == .finished)
      }
    }
  }

  /// The bytes that a reader can send now, and true if nothing follows.
  func take(_ generation: Int) -> (bytes: [UInt8], isLast: Bool) {
    state.change { state in
      guard state.generation == generation else { return ([], true) }
      guard state.unreported == 0 || state.stage == .over else { return ([], false) }
      let taken = state.bytes
      state.bytes = []
      state.taken?.append(contentsOf: taken)
      if let kept = state.taken, kept.count > Self.mostKept { state.taken = nil }
      return (taken, state.stage != .open)
    }
  }
}
