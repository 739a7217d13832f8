import Synchronization

/// What a run has come to so far. A long run is counted; only its first results are kept.
package final class RunLog: Sendable {
  private struct State {
    var statistics = RunStatistics()
    var results: [Int: RunResult] = [:]
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: the number of results to keep.
  package init(keeping limit: Int) {
    self.limit = limit
  }

  func add(_ result: RunResult, at index: Int) {
    state.withLock { state in
      state.statistics.add(result, at: index)
      if state.results.count < limit { state.results[index] = result }
    }
  }

  package var statistics: RunStatistics { state.withLock { $0.statistics } }

  /// Those kept, in the order of the requests.
  package var results: [RunResult] {
    state.withLock { $0.results }.sorted { $0.key < $1.key }.map(\.value)
  }
}
