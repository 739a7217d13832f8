import Synchronization

/// Passes chunks from a task to the transport's thread; the task waits until its last chunk was taken.
final class BodyFeed: Sendable {
  enum Taken: Equatable {
    case bytes([UInt8])
    case later
    case end
    case failed(NetworkError)
  }

  private struct State {
    var chunk: [UInt8]?
    var isFinished = false
    var isClosed = false
    var failure: NetworkError?
    var isAwaited = false
    var producer: CheckedContinuation<Bool, Never>?
  }

  private let state = Mutex(State())
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  /// Passes a chunk and waits until it is taken. `false` if the reader is gone.
  func put(_ bytes: [UInt8]) async -> Bool {
    guard !bytes.isEmpty else { return !state.withLock { $0.isClosed } }
    return await withCheckedContinuation { continuation in
      let (isOpen, wakes) = state.withLock { state -> (Bool, Bool) in
        guard !state.isClosed else { return (false, false) }
        state.chunk = bytes
        state.producer = continuation
        defer { state.isAwaited = false }
        return (true, state.isAwaited)
      }
      if !isOpen { continuation.resume(returning: false) }
      if wakes { wake() }
    }
  }

  func finish(_ failure: NetworkError?) {
    let wakes = state.withLock { state in
      state.isFinished = true
      state.failure = failure
      defer { state.isAwaited = false }
      return state.isAwaited
    }
    if wakes { wake() }
  }

  func take() -> Taken {
    let (taken, producer) = state.withLock { state -> (Taken, CheckedContinuation<Bool, Never>?) in
      if let chunk = state.chunk {
        state.chunk = nil
        defer { state.producer = nil }
        return (.bytes(chunk), state.producer)
      }
      if state.isFinished { return (state.failure.map(Taken.failed) ?? .end, nil) }
      state.isAwaited = true
      return (.later, nil)
    }
    // Outside the lock: the producer may run immediately and call back.
    producer?.resume(returning: true)
    return taken
  }

  func close() {
    let producer = state.withLock { state in
      state.isClosed = true
      defer { state.producer = nil }
      return state.producer
    }
    producer?.resume(returning: false)
  }
}
