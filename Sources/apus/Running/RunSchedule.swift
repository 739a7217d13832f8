import Synchronization

/// Which request of a run is next and when it may go out, and what became of those before it.
final class RunSchedule: Sendable {
  private struct State {
    var next = 0
    var results: [RunResult?]
    var isStopped = false
    /// When the last one was to start.
    var lastStart = ContinuousClock.now
  }

  private let delay: Duration
  private let stopsAtFailure: Bool
  private let state: Mutex<State>

  init(count: Int, delay: Duration, stopsAtFailure: Bool) {
    self.delay = delay
    self.stopsAtFailure = stopsAtFailure
    state = Mutex(State(results: Array(repeating: nil, count: count)))
  }

  /// The place of the next request and how long to wait before it; `nil` when there is none.
  func next() -> (index: Int, wait: Duration)? {
    state.withLock { state in
      guard state.next < state.results.count, !state.isStopped else { return nil }
      let index = state.next
      state.next += 1
      guard delay > .zero else { return (index, .zero) }
      let now = ContinuousClock.now
      if index > 0 { state.lastStart = max(now, state.lastStart) + delay }
      return (index, max(.zero, state.lastStart - now))
    }
  }

  /// Whether nothing has failed that ends the run.
  var goesOn: Bool { state.withLock { !$0.isStopped } }

  func finished(_ index: Int, _ result: RunResult) {
    state.withLock { state in
      state.results[index] = result
      if stopsAtFailure, !result.passed { state.isStopped = true }
    }
  }

  /// In the order of the requests; those that were not sent are left out.
  var results: [RunResult] { state.withLock { $0.results.compactMap(\.self) } }
}
