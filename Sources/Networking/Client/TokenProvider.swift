import Basics
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

  /// A token as added to a request.
  struct SentToken {
    let text: String
    /// The number of losses when the call began: a later loss of the same token concerns this call, too.
    let losses: Int
  }

  /// The number of tokens lost so far.
  var losses: Int { renewal.losses }

  func token() async throws -> String? { try await current() }

  /// True if there is another token now. Requests that were rejected together share one refresh, also a failed one.
  func refreshed(rejecting token: SentToken) async throws -> Bool {
    let refreshes = renewal.refreshes
    // Another request may have refreshed it in the meantime.
    if let now = try await current(), now != token.text { return true }
    return try await renewal.run(token.text, after: token.losses, refreshes)
  }

  /// True for the first of the calls that lost this token together: only that one reports the loss.
  func reports(_ token: SentToken) -> Bool { renewal.reports(token.text, after: token.losses) }
}

/// Refreshes tokens one at a time. Callers that arrive meanwhile share the result; callers whose request was on its way
/// when the refresh failed share the failure.
final class SingleFlight: Sendable {
  private struct State {
    var running: Flight<Bool>?
    /// The last token replaced, for requests that report it while it is replaced.
    var replaced: String?
    var refreshes = 0
    var losses = 0
    /// The last token lost.
    var lost: String?
    /// The failed refresh of that token; `nil` if it was lost otherwise.
    var failure: Result<Bool, any Error>?
    var isReported = false

    mutating func lose(_ key: String, _ failure: Result<Bool, any Error>?, isReported: Bool) {
      losses += 1
      (lost, self.failure, self.isReported) = (key, failure, isReported)
    }
  }

  private let work: @Sendable (String) async throws -> Bool
  private let state = Mutex(State())

  init(_ work: @escaping @Sendable (String) async throws -> Bool) {
    self.work = work
  }

  /// The number of tokens lost so far.
  var losses: Int { state.withLock { $0.losses } }

  /// The number of tokens replaced so far.
  var refreshes: Int { state.withLock { $0.refreshes } }

  /// - Parameters:
  ///   - losses: the number of losses when the call with this token began.
  ///   - refreshes: the number of replaced tokens when this one was still the current one. A token that comes back
  ///     later is refreshed like any other.
  func run(_ key: String, after losses: Int, _ refreshes: Int) async throws -> Bool {
    enum Way {
      case known(Result<Bool, any Error>)
      case flight(Flight<Bool>, seat: Int)
    }
    let way: Way = state.withLock { state in
      if let running = state.running, let seat = running.board() { return .flight(running, seat: seat) }
      if state.replaced == key, state.refreshes > refreshes { return .known(.success(true)) }
      if let failure = state.failure, state.lost == key, state.losses > losses { return .known(failure) }
      let flight = Flight { try await self.refresh(key) }
      state.running = flight
      // Work that ended before any caller could wait for it still has its result.
      return .flight(flight, seat: flight.board() ?? 0)
    }
    switch way {
    case .known(let result): return try result.get()
    case .flight(let flight, let seat): return try await flight.value(seat)
    }
  }

  private func refresh(_ key: String) async throws -> Bool {
    let outcome: Result<Bool, any Error>
    do { outcome = .success(try await work(key)) } catch { outcome = .failure(error) }
    state.withLock { state in
      switch outcome {
      case .success(true): (state.replaced, state.refreshes) = (key, state.refreshes + 1)
      case .success(false): state.lose(key, outcome, isReported: false)
      case .failure(let error):
        if !NetworkError.isCancellation(error) { state.lose(key, outcome, isReported: false) }
      }
    }
    return try outcome.get()
  }

  /// True for the first call after a loss of this token that followed `losses`; counts the loss if there was none.
  func reports(_ key: String, after losses: Int) -> Bool {
    state.withLock { state in
      guard state.lost == key, state.losses > losses else {
        state.lose(key, nil, isReported: true)
        return true
      }
      defer { state.isReported = true }
      return !state.isReported
    }
  }
}

/// Work shared by any number of waiting callers. A cancelled caller leaves immediately; when the last one leaves, the
/// work itself is cancelled.
final class Flight<Value: Sendable>: Sendable {
  private struct State {
    var taken = 0
    /// The seats whose callers no longer wait.
    var left: Set<Int> = []
    var outcome: Result<Value, any Error>?
    var task: Task<Void, Never>?
    var isAbandoned: Bool { taken > 0 && left.count == taken }
  }

  private let state = Monitor(State())

  /// Starts `work` immediately, with the caller's task-local values but not as part of its task.
  init(_ work: @escaping @Sendable () async throws -> Value) {
    let task = Task {
      do { land(.success(try await work())) } catch { land(.failure(error)) }
    }
    state.change { $0.task = task }
  }

  /// Reserves a seat to wait in; `nil` if the work is finished or cancelled and a new flight is needed.
  func board() -> Int? {
    state.change { state in
      guard state.outcome == nil, !state.isAbandoned else { return nil }
      state.taken += 1
      return state.taken
    }
  }

  /// The result of the work. Each seat waits once.
  /// - Throws: the error of the work; `CancellationError` if the caller is cancelled.
  func value(_ seat: Int) async throws -> Value {
    await state.wait { $0.outcome != nil || $0.left.contains(seat) }
    leave(seat)
    guard let outcome = state.read({ $0.left.contains(seat) ? nil : $0.outcome }) else { throw CancellationError() }
    return try outcome.get()
  }

  /// Ends the wait of a caller; the others keep waiting.
  func leave(_ seat: Int) {
    let task = state.change { state -> Task<Void, Never>? in
      guard state.outcome == nil, state.left.insert(seat).inserted else { return nil }
      return state.isAbandoned ? state.task : nil
    }
    task?.cancel()
  }

  private func land(_ outcome: Result<Value, any Error>) { state.change { $0.outcome = outcome } }
}
