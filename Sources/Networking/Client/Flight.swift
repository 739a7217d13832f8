import Synchronization

/// Work shared by any number of waiting callers. A cancelled caller leaves immediately; when the last one leaves, the
/// work itself is cancelled.
final class Flight<Value: Sendable>: Sendable {
  private struct State {
    /// The waiting callers by seat; `nil` until the continuation is set.
    var seats: [Int: CheckedContinuation<Value, any Error>?] = [:]
    var taken = 0
    var outcome: Result<Value, any Error>?
    var isAbandoned = false
    var task: Task<Void, Never>?
  }

  private let state = Mutex(State())

  /// Starts `work` immediately, with the caller's task-local values but not as part of its task.
  init(_ work: @escaping @Sendable () async throws -> Value) {
    let task = Task {
      do { land(.success(try await work())) } catch { land(.failure(error)) }
    }
    state.withLock { $0.task = task }
  }

  /// Reserves a seat to wait in; `nil` if the work is finished or cancelled, and a new flight must begin.
  func board() -> Int? {
    state.withLock { state in
      guard state.outcome == nil, !state.isAbandoned else { return nil }
      state.taken += 1
      state.seats[state.taken] = .some(nil)
      return state.taken
    }
  }

  /// The result of the work. Each seat waits once.
  /// - Throws: the error of the work; `CancellationError` if the caller is cancelled.
  func value(_ seat: Int) async throws -> Value {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let known: Result<Value, any Error>? = state.withLock { state in
          if let outcome = state.outcome { return outcome }
          guard state.seats[seat] != nil else { return .failure(CancellationError()) }
          state.seats[seat] = continuation
          return nil
        }
        if let known { continuation.resume(with: known) }
      }
    } onCancel: {
      leave(seat)
    }
  }

  private func leave(_ seat: Int) {
    let (waiter, task) = state.withLock { state -> (CheckedContinuation<Value, any Error>?, Task<Void, Never>?) in
      guard state.outcome == nil, let waiter = state.seats.removeValue(forKey: seat) else { return (nil, nil) }
      state.isAbandoned = state.seats.isEmpty
      return (waiter, state.isAbandoned ? state.task : nil)
    }
    waiter?.resume(throwing: CancellationError())
    task?.cancel()
  }

  private func land(_ outcome: Result<Value, any Error>) {
    let waiters = state.withLock { state in
      state.outcome = outcome
      defer { state.seats = [:] }
      return state.seats.values.compactMap(\.self)
    }
    for waiter in waiters { waiter.resume(with: outcome) }
  }
}
