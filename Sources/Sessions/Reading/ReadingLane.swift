import Synchronization
import Workspaces

/// One kind of reading, such as that of the request to be shown: it goes on beside everything else, nobody waits for it who
/// does not need what it finds, and what is asked for later takes its place.
// A class because whoever reads looks whether it is still wanted.
package final class ReadingLane: Sendable {
  private struct State {
    var number = 0
    var task: Task<Void, Never>?
    var isOver = true
    /// Whether nothing that was asked for has been given up.
    var isWhole = true
    var waiting: [CheckedContinuation<Bool, Never>] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// Reads in a task of its own, in place of what is being read.
  /// - Parameter work: gets a closure that tells whether what it reads is still wanted.
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

  /// What is being read is no longer wanted, because something newer is known.
  package func supersede() { stop(isWhole: true) }

  /// What is being read is given up; who waits for it has to go on without.
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
      // What is found after this is no longer wanted.
      if isLate { state.number += 1 }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(returning: isWhole) }
  }

  /// Waits for what is being read, if anything is; `false` where it was given up.
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

  package init() {}

  /// The screen ends: nothing is waited for but what has to be written.
  package func cancel() {
    for lane in [tree, request, variables, history, exchange, comparand] { lane.cancel() }
  }
}

/// Reading on behalf of a task that may be cancelled: then it is not waited for.
package enum Reading {
  /// - Throws: what `work` throws; `CancellationError` as soon as the task is cancelled.
  package static func value<Value: Sendable>(
    _ work: @escaping @Sendable () throws(WorkspaceError) -> Value
  ) async throws -> Value {
    let (results, feed) = AsyncStream.makeStream(of: Result<Value, WorkspaceError>.self)
    let task = Task.detached {
      feed.yield(Result { () throws(WorkspaceError) in try work() })
      feed.finish()
    }
    // In a cancelled task it ends without an element.
    for await result in results { return try result.get() }
    task.cancel()
    throw CancellationError()
  }
}
