/// What a run has come to, and its results in the order of the requests.
package struct RunSummary: Equatable, Sendable {
  package var title: String
  /// Those that are kept; the statistics count all.
  package var results: [RunResult]
  package var statistics: RunStatistics
  /// The number of requests not sent: their conditions do not hold, an earlier one failed or the run was stopped.
  package var skipped: Int
  /// The number of requests that were due at the rate asked for, and could not be sent in time.
  package var overdue = 0
  package var duration: Duration

  /// - Parameter statistics: of all results, where not all are kept.
  package init(
    title: String, results: [RunResult], statistics: RunStatistics? = nil, skipped: Int, duration: Duration
  ) {
    self.title = title
    self.results = results
    self.statistics = statistics ?? RunStatistics(results)
    self.skipped = skipped
    self.duration = duration
  }

  /// The number of results that were too many to keep.
  package var unlisted: Int { max(0, statistics.requests + statistics.skipped - results.count) }
  package var rate: Double { statistics.rate(over: duration) }
}
