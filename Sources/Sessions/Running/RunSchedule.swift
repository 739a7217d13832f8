import Synchronization

/// Decides which request of a run is next and when to send it.
///
/// ```
/// next ─► finished            hold: nothing more starts ─► release: the run goes on
///   └───► givenBack ─► next
/// ```
package final class RunSchedule: Sendable {
  /// A request whose turn it is: its index in the run.
  package struct Turn: Hashable, Sendable {
    package var index: Int
    /// How long to wait before it.
    package var wait: Duration
    /// The moment it was due; `nil` without a rate.
    package var due: ContinuousClock.Instant?
  }

  private struct State {
    var next = 0
    /// Requests that were handed out and are to be sent after all.
    var returned: [Int] = []
    /// `nil` if nobody knows.
    var count: Int?
    var isStopped = false
    /// When it was held.
    var held: ContinuousClock.Instant?
    /// When the first request was asked for; later by as long as the run was held.
    var start: ContinuousClock.Instant?
    /// The start time of the last request.
    var lastStart = ContinuousClock.now
  }

  private let pace: RunPace
  private let stopsAtFailure: Bool
  private let state: Mutex<State>

  /// - Parameter count: of requests; `nil` if it is not known or has no end.
  package init(count: Int?, pace: RunPace = RunPace(), stopsAtFailure: Bool) {
    self.pace = pace
    self.stopsAtFailure = stopsAtFailure
    state = Mutex(State(count: count))
  }

  /// The next request; `nil` if there is none.
  package func next() -> Turn? {
    state.withLock { state in
      guard !state.isStopped, state.held == nil else { return nil }
      let now = ContinuousClock.now
      let start = state.start ?? now
      state.start = start
      let returned = state.returned.indices.min { state.returned[$0] < state.returned[$1] }
      let index = returned.map { state.returned[$0] } ?? state.next
      guard returned != nil || state.count.map({ index < $0 }) ?? true else { return nil }
      let due = pace.due(index).map { start + $0 }
      if let end = pace.duration.map({ start + $0 }), max(now, due ?? now) >= end { return nil }
      if let returned { state.returned.remove(at: returned) } else { state.next += 1 }
      if let due { return Turn(index: index, wait: max(.zero, due - now), due: due) }
      guard pace.delay > .zero else { return Turn(index: index, wait: .zero) }
      if index > 0 { state.lastStart = max(now, state.lastStart) + pace.delay }
      return Turn(index: index, wait: max(.zero, state.lastStart - now))
    }
  }

  /// Whether the run continues: no failure has ended it, and nobody holds it.
  package var goesOn: Bool { state.withLock { !$0.isStopped && $0.held == nil } }

  /// Starts no more requests until it is released.
  package func hold() { state.withLock { $0.held = $0.held ?? .now } }

  package func release() {
    state.withLock { state in
      guard let held = state.held else { return }
      // What was due meanwhile is due later.
      if let start = state.start { state.start = start + (.now - held) }
      state.held = nil
    }
  }

  /// A request that was handed out was not sent, or its answer did not count: it is still to be sent.
  package func giveBack(_ index: Int) { state.withLock { $0.returned.append(index) } }

  /// There are no more requests than `count`.
  func end(at count: Int) {
    state.withLock { state in
      state.count = min(state.count ?? count, count)
      state.next = min(state.next, count)
    }
  }

  package func finished(passed: Bool) {
    guard stopsAtFailure, !passed else { return }
    state.withLock { $0.isStopped = true }
  }

  /// The number of requests that were due by now and have not been handed out.
  package var overdue: Int {
    state.withLock { state in
      guard let start = state.start else { return 0 }
      let elapsed = (state.held ?? .now) - start
      let due = pace.count(within: min(elapsed, pace.duration ?? elapsed))
      return max(0, min(due, state.count ?? due) - state.next) + (pace.rate == nil ? 0 : state.returned.count)
    }
  }
}
