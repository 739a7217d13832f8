package import Essentials
package import HTTPModel

/// One line of the history list; the whole exchange is read when it is opened.
package struct HistorySummary: Hashable, Sendable {
  /// Sortable by time, unique (ULID).
  package var id: String
  package var date: Date
  package var method: String
  /// As sent, secrets masked.
  package var url: String
  /// 0 if there was no answer.
  package var status: Int
  /// See `ShortStatus.name`.
  package var statusName: String?
  package var duration: Duration
  /// Decoded body in bytes.
  package var size = 0
  /// The saved request that was sent (`users/get-user`), if there is one.
  package var requestID: String?
  /// The folder of that request's collection relative to the workspace, unless it is the workspace itself.
  package var collection: String?
  package var environment: String?
  /// See `HistoryRecord.received`.
  package var received: String?
  package var failure: String?
  /// True if the user ended it; the data received until then is stored.
  package var isCancelled = false
  /// See `HistoryRecord.draft`.
  package var draft: String?
  /// True if it was answered, and an assertion failed.
  package var failsTests = false

  /// True if the answer failed after its head: the connection broke, or the body was too large or invalid.
  package var isIncomplete: Bool { status != 0 && statusName == nil && failure != nil && !isCancelled }

  package var shortStatus: ShortStatus { ShortStatus(status, name: statusName) }

  /// For example `received, GitHub signature valid`; `nil` for a request that was sent.
  package var receipt: String? { received.map { $0.isEmpty ? "received" : "received, \($0)" } }
}

/// The durations of a request so far, for the timing tab.
package struct HistoryStatistics: Hashable, Sendable {
  /// Oldest first; answers only, without failures.
  package var durations: [Duration]

  package init(durations: [Duration]) { self.durations = durations }

  /// The duration that this fraction of the sends did not exceed; `nil` without any sends.
  package func percentile(_ fraction: Double) -> Duration? {
    guard !durations.isEmpty else { return nil }
    let sorted = durations.sorted()
    let rank = Int((Double(sorted.count) * min(max(fraction, 0), 1)).rounded(.up))
    return sorted[min(max(rank, 1), sorted.count) - 1]
  }

  package var median: Duration? { percentile(0.5) }

  /// True if it is slower than 95 % of the sends and than 1.5 times the median; `false` for fewer than five sends.
  package func isUnusual(_ duration: Duration) -> Bool {
    guard durations.count >= 5, let high = percentile(0.95), let median else { return false }
    return duration > high && duration > median * 1.5
  }
}
