/// How long a request has taken so far, for the timing tab.
package struct HistoryStatistics: Hashable, Sendable {
  /// Oldest first; answers only, no failures.
  package var durations: [Duration]

  package init(durations: [Duration]) { self.durations = durations }

  /// The duration that the given fraction of the sends did not exceed; `nil` without any sends.
  package func percentile(_ fraction: Double) -> Duration? {
    guard !durations.isEmpty else { return nil }
    let sorted = durations.sorted()
    let rank = Int((Double(sorted.count) * min(max(fraction, 0), 1)).rounded(.up))
    return sorted[min(max(rank, 1), sorted.count) - 1]
  }

  package var median: Duration? { percentile(0.5) }

  /// Slower than nineteen of twenty sends and than 1.5 times the median; `false` for fewer than five sends.
  package func isUnusual(_ duration: Duration) -> Bool {
    guard durations.count >= 5, let high = percentile(0.95), let median else { return false }
    return duration > high && duration > median * 1.5
  }
}

extension History {
  /// The last `limit` answers to a saved request.
  package func statistics(
    of requestID: String, in collection: String? = nil, limit: Int = 100
  ) throws(WorkspaceError) -> HistoryStatistics {
    var filter = HistoryFilter()
    filter.requestID = requestID
    filter.collection = collection
    let page = try list(limit: limit, matching: filter)
    return HistoryStatistics(durations: page.entries.filter { $0.status > 0 }.map(\.duration).reversed())
  }
}
