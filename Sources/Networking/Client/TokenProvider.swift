import Locks

/// Supplies the bearer token of requests and refreshes it when a server rejects it: once for all requests that are
/// rejected at the same time.
public final class TokenProvider: Sendable {
  private let current: @Sendable () async throws -> String?
  private let renewal: SingleFlight

  /// - Parameters:
  ///   - token: the current token; `nil` sends the request without one.
  ///   - refresh: gets a new token after the given one was rejected, so that `token` returns it from then on; returns
  ///     `false` if it cannot. Requests that it sends through a client carry no token and are never retried.
  public init(
    token: @escaping @Sendable () async throws -> String?,
    refresh: @escaping @Sendable (_ rejected: String) async throws -> Bool = { _ in false }
  ) {
    current = token
    renewal = SingleFlight(refresh)
  }

  func token() async throws -> String? { try await current() }

  func refreshed(rejecting token: String) async throws -> Bool {
    // Another request may have refreshed it in the meantime.
    if let now = try await current(), now != token { return true }
    return try await renewal.run(token)
  }
}

/// Runs one piece of work at a time; callers that arrive while it runs share its result.
actor SingleFlight {
  private let work: @Sendable (String) async throws -> Bool
  private var running: Flight<Bool>?
  /// The last token replaced, for requests that report it late.
  private var replaced: String?

  init(_ work: @escaping @Sendable (String) async throws -> Bool) {
    self.work = work
  }

  func run(_ key: String) async throws -> Bool {
    if let running, let seat = running.board() { return try await running.value(seat) }
    if replaced == key { return true }
    let work = work
    let flight = Flight {
      let outcome = try await work(key)
      if outcome { await self.replaced(key) }
      return outcome
    }
    running = flight
    // Work that ended before any caller could wait for it still has its result.
    return try await flight.value(flight.board() ?? 0)
  }

  private func replaced(_ key: String) { replaced = key }
}

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

  /// Reserves a seat to wait in; `nil` if the work is finished or cancelled and a new flight is needed.
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
