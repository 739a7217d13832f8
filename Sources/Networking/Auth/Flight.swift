import Synchronization

/// Work that any number of callers wait for together. One that is cancelled leaves at once; with the last of them the
/// work itself is cancelled.
final class Flight<Value: Sendable>: Sendable {
  private struct State {
    /// Who waits, by seat; `nil` until its continuation is there.
    var seats: [Int: CheckedContinuation<Value, any Error>?] = [:]
    var taken = 0
    var outcome: Result<Value, any Error>?
    var isAbandoned = false
    var task: Task<Void, Never>?
  }

  private let state = Mutex(State())

  /// Begins `work` at once, with the task-local values of the caller, but not as a part of its task.
  init(_ work: @escaping @Sendable () async throws -> Value) {
    let task = Task {
      do { land(.success(try await work())) } catch { land(.failure(error)) }
    }
    state.withLock { $0.task = task }
  }

  /// A seat to wait in; `nil` when the work is over or given up, and another flight must begin.
  func board() -> Int? {
    state.withLock { state in
      guard state.outcome == nil, !state.isAbandoned else { return nil }
      state.taken += 1
      state.seats[state.taken] = .some(nil)
      return state.taken
    }
  }

  /// What the work comes to. Each seat waits once.
  /// - Throws: what the work threw; `CancellationError` when the caller is cancelled.
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
