public import Locks

/// A value that several tasks share. Tasks can wait until it satisfies a condition.
// Inlinable, because a conversation changes one for each message: the row of a million messages.
@usableFromInline package final class Monitor<Value: Sendable>: Sendable {
  @usableFromInline struct Waiting: Sendable {
    @usableFromInline let number: UInt64
    @usableFromInline let isReady: @Sendable (Value) -> Bool
    @usableFromInline let continuation: CheckedContinuation<Void, Never>
  }

  @usableFromInline struct State {
    @usableFromInline var value: Value
    /// In order of arrival.
    @usableFromInline var waiting: [Waiting] = []
    var last: UInt64 = 0

    @inlinable mutating func takeReady() -> [Waiting] {
      guard !waiting.isEmpty else { return [] }
      let ready = waiting.filter { $0.isReady(value) }
      if !ready.isEmpty { waiting.removeAll { one in ready.contains { $0.number == one.number } } }
      return ready
    }
  }

  @usableFromInline let state: Mutex<State>

  package init(_ value: Value) { state = Mutex(State(value: value)) }

  @inlinable package func read<Result: Sendable>(_ body: (Value) -> Result) -> Result {
    state.withLock { body($0.value) }
  }

  /// Changes the value, and wakes the tasks whose condition it now satisfies.
  @inlinable @discardableResult package func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    let (result, ready) = state.withLock { state in
      let result = body(&state.value)
      return (result, state.takeReady())
    }
    for waiting in ready { waiting.continuation.resume() }
    return result
  }

  /// Returns once the value satisfies the condition, or the task is cancelled. The value may have changed again since.
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
