import Synchronization

/// A lane for one kind of reading, such as loading the request to show. It runs concurrently; only callers that need
/// the result wait for it. A new reading replaces the current one.
// A class because a running task checks whether its result is still wanted.
package final class ReadingLane: Sendable {
  private struct State {
    var number = 0
    var task: Task<Void, Never>?
    var isOver = true
    /// True if no requested reading was cancelled.
    var isWhole = true
    var waiting: [CheckedContinuation<Bool, Never>] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// Reads in its own task and cancels the current reading.
  /// - Parameter work: receives a closure that tells whether the result is still wanted.
  package func begin(_ work: @escaping @Sendable (_ isWanted: @Sendable () -> Bool) async -> Void) {
    let former = state.withLock { state in
      state.number += 1
      (state.isOver, state.isWhole) = (false, true)
      let number = state.number
      let former = state.task
      state.task = Task.detached { [self] in
        await work { self.state.withLock { $0.number == number } }
        end(number, isWhole: true)
      }
      return former
    }
    former?.cancel()
  }

  /// Drops the current reading because newer data is available. Waiters continue as if it had finished.
  package func supersede() { stop(isWhole: true) }

  /// Cancels the current reading; waiters must continue without its result.
  package func cancel() { stop(isWhole: false) }

  private func stop(isWhole: Bool) {
    let (task, number) = state.withLock { state in
      defer { state.task = nil }
      return (state.task, state.number)
    }
    task?.cancel()
    end(number, isWhole: isWhole, isLate: true)
  }

  private func end(_ number: Int, isWhole: Bool, isLate: Bool = false) {
    let waiting = state.withLock { state -> [CheckedContinuation<Bool, Never>] in
      guard state.number == number, !state.isOver else { return [] }
      (state.isOver, state.isWhole) = (true, isWhole)
      // Results that arrive later are no longer wanted.
      if isLate { state.number += 1 }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(returning: isWhole) }
  }

  /// Waits for the current reading, if any; `false` if it was cancelled.
  package func ended() async -> Bool {
    await withCheckedContinuation { continuation in
      let isWhole: Bool? = state.withLock { state in
        if state.isOver { return state.isWhole }
        state.waiting.append(continuation)
        return nil
      }
      if let isWhole { continuation.resume(returning: isWhole) }
    }
  }
}

/// The lanes of one screen.
package final class ReadingLanes: Sendable {
  package let tree = ReadingLane()
  package let request = ReadingLane()
  package let variables = ReadingLane()
  package let history = ReadingLane()
  package let exchange = ReadingLane()
  package let comparand = ReadingLane()
  package let preview = ReadingLane()

  package init() {}

  /// Cancels all readings when the screen closes; only writes still have to finish.
  package func cancel() {
    for lane in [tree, request, variables, history, exchange, comparand, preview] { lane.cancel() }
  }
}

/// Reads on behalf of a cancellable task, which stops waiting when it is cancelled.
package enum Reading {
  /// - Throws: the error of `work`; `CancellationError` as soon as the task is cancelled.
  package static func value<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws -> Value {
    let (results, feed) = AsyncStream.makeStream(of: Result<Value, Failure>.self)
    let task = Task.detached {
      feed.yield(Result { () throws(Failure) in try work() })
      feed.finish()
    }
    // In a cancelled task, the stream ends without an element.
    for await result in results { return try result.get() }
    task.cancel()
    throw CancellationError()
  }
}
