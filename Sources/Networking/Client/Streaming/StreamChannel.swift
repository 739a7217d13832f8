import Synchronization

/// The received but unread part of a streamed response. Filled by the transport's thread, drained by one reader.
final class StreamChannel: Sendable {
  private struct State {
    var head: ResponseHead?
    var chunks: [[UInt8]] = []
    /// The index of the first unread chunk.
    var next = 0
    var call: (any TransportCall)?
    var isFinished = false
    var failure: NetworkError?
    var reader: CheckedContinuation<Void, Never>?

    mutating func takeChunk() -> [UInt8]? {
      guard next < chunks.count else { return nil }
      let chunk = chunks[next]
      chunks[next] = []
      next += 1
      // Drop read chunks when all are read, or when many have accumulated.
      if next == chunks.count || next > 256 {
        chunks.removeFirst(next)
        next = 0
      }
      return chunk
    }
  }

  private let state = Mutex(State())

  func begin(_ head: ResponseHead) {
    wake { $0.head = head }
  }

  func add(_ bytes: [UInt8], _ call: any TransportCall) {
    wake { state in
      state.chunks.append(bytes)
      state.call = call
    }
  }

  func finish(_ outcome: Execution.Outcome) {
    wake { state in
      state.isFinished = true
      state.failure = outcome.exchange.failure
      state.head = state.head ?? outcome.response?.head
    }
  }

  func head(cancelling task: Task<Execution.Outcome, Never>) async throws(NetworkError) -> ResponseHead {
    await withTaskCancellationHandler {
      while state.withLock({ $0.head == nil && !$0.isFinished }) { await change { $0.head != nil || $0.isFinished } }
    } onCancel: {
      task.cancel()
    }
    let (head, failure) = state.withLock { ($0.head, $0.failure) }
    if let head { return head }
    throw failure ?? NetworkError(.other, "There was no response")
  }

  /// The next chunk as received, without a copy.
  func next() async throws(NetworkError) -> [UInt8]? {
    while true {
      let (bytes, call, isFinished, failure) = state.withLock { state in
        (state.takeChunk(), state.call, state.isFinished, state.failure)
      }
      if let bytes {
        call?.consumed(bytes.count)
        return bytes
      }
      if isFinished {
        if let failure { throw failure }
        return nil
      }
      if Task.isCancelled { throw NetworkError(.cancelled, "The reading of the response was cancelled") }
      await withTaskCancellationHandler {
        await change { $0.next < $0.chunks.count || $0.isFinished || Task.isCancelled }
      } onCancel: {
        wake { _ in }
      }
    }
  }

  /// Suspends until the state changes, unless `isReady` already.
  private func change(unless isReady: (borrowing State) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isDue = state.withLock { state in
        if isReady(state) { return true }
        state.reader = continuation
        return false
      }
      if isDue { continuation.resume() }
    }
  }

  private func wake(_ update: (inout sending State) -> Void) {
    let reader = state.withLock { state in
      update(&state)
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume()
  }
}
