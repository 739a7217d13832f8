import Synchronization

/// Decides which request of a run is next and when to send it, and collects the results.
final class RunSchedule: Sendable {
  private struct State {
    var next = 0
    var results: [RunResult?]
    var isStopped = false
    /// The start time of the last request.
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

  /// The index of the next request and how long to wait before it; `nil` if there is none.
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

  /// Whether the run continues: no failure has ended it.
  var goesOn: Bool { state.withLock { !$0.isStopped } }

  func finished(_ index: Int, _ result: RunResult) {
    state.withLock { state in
      state.results[index] = result
      if stopsAtFailure, !result.passed { state.isStopped = true }
    }
  }

  /// In the order of the requests; requests not sent are missing.
  var results: [RunResult] { state.withLock { $0.results.compactMap(\.self) } }
}
