import Synchronization

/// A value that several tasks change, and that others wait for until it is as they want it: a lock with conditions, for
/// tasks.
package final class Monitor<Value: Sendable>: Sendable {
  private struct Waiting: Sendable {
    let number: UInt64
    let isReady: @Sendable (Value) -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var value: Value
    /// In the order in which they came.
    var waiting: [Waiting] = []
    var last: UInt64 = 0

    mutating func takeReady() -> [Waiting] {
      guard !waiting.isEmpty else { return [] }
      let ready = waiting.filter { $0.isReady(value) }
      if !ready.isEmpty { waiting.removeAll { one in ready.contains { $0.number == one.number } } }
      return ready
    }
  }

  private let state: Mutex<State>

  /// Begins with this value; nobody waits.
  package init(_ value: Value) { state = Mutex(State(value: value)) }

  /// Looks at the value.
  package func read<Result: Sendable>(_ body: (Value) -> Result) -> Result {
    state.withLock { body($0.value) }
  }

  /// Changes the value, and wakes whoever waited for what it is now.
  @discardableResult
  package func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    let (result, ready) = state.withLock { state in
      let result = body(&state.value)
      return (result, state.takeReady())
    }
    for waiting in ready { waiting.continuation.resume() }
    return result
  }

  /// Returns once the value is as wanted, or the task is cancelled. It may have changed again since.
  package func wait(until isReady: @escaping @Sendable (Value) -> Bool) async {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDue = state.withLock { state in
          if Task.isCancelled || isReady(state.value) { return true }
          state.waiting.append(Waiting(number: number, isReady: isReady, continuation: continuation))
          return false
        }
        if isDue { continuation.resume() }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
      }
      waiting?.continuation.resume()
    }
  }
}
