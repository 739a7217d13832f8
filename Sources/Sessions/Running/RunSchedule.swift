import Synchronization

/// Decides which request of a run is next and when to send it, and collects the results.
///
/// ```
/// next ─► finished            hold: nothing more starts ─► release: the run goes on
///   └───► givenBack ─► next
/// ```
package final class RunSchedule: Sendable {
  private struct State {
    var next = 0
    /// Requests that were handed out and are to be sent after all.
    var returned: [Int] = []
    var results: [RunResult?]
    var isStopped = false
    var isHeld = false
    /// The start time of the last request.
    var lastStart = ContinuousClock.now
  }

  private let delay: Duration
  private let stopsAtFailure: Bool
  private let state: Mutex<State>

  package init(count: Int, delay: Duration, stopsAtFailure: Bool) {
    self.delay = delay
    self.stopsAtFailure = stopsAtFailure
    state = Mutex(State(results: Array(repeating: nil, count: count)))
  }

  /// The index of the next request and how long to wait before it; `nil` if there is none.
  package func next() -> (index: Int, wait: Duration)? {
    state.withLock { state in
      guard !state.isStopped, !state.isHeld else { return nil }
      let index: Int
      if let first = state.returned.indices.min(by: { state.returned[$0] < state.returned[$1] }) {
        index = state.returned.remove(at: first)
      } else {
        guard state.next < state.results.count else { return nil }
        index = state.next
        state.next += 1
      }
      guard delay > .zero else { return (index, .zero) }
      let now = ContinuousClock.now
      if index > 0 { state.lastStart = max(now, state.lastStart) + delay }
      return (index, max(.zero, state.lastStart - now))
    }
  }

  /// Whether the run continues: no failure has ended it, and nobody holds it.
  package var goesOn: Bool { state.withLock { !$0.isStopped && !$0.isHeld } }

  /// Starts no more requests until it is released.
  package func hold() { state.withLock { $0.isHeld = true } }

  package func release() { state.withLock { $0.isHeld = false } }

  /// A request that was handed out was not sent, or its answer did not count: it is still to be sent.
  package func giveBack(_ index: Int) { state.withLock { $0.returned.append(index) } }

  package func finished(_ index: Int, _ result: RunResult) {
    state.withLock { state in
      state.results[index] = result
      if stopsAtFailure, !result.passed { state.isStopped = true }
    }
  }

  /// In the order of the requests; requests not sent are missing.
  package var results: [RunResult] { state.withLock { $0.results.compactMap(\.self) } }
}
