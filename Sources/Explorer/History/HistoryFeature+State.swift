package import Workspaces

extension HistoryFeature {
  /// The listed history, newest first: the latest entries, and the matches of a filter over all.
  package struct State: Equatable, Sendable {
    /// The latest entries, regardless of the filter.
    package var entries: [HistorySummary] = []
    package var isLoaded = false
    /// Why nothing is stored; `nil` if it is.
    var refusal: String?
    /// Start of the older entries; `nil` if all are loaded.
    var next: HistoryPage.Cursor?
    /// The filter as typed; `nil` without a filter.
    package var query: String?
    /// The serial number of the last pause in typing.
    var pause = 0
    /// The matches of the filter so far.
    var found: [HistorySummary] = []
    var foundNext: HistoryPage.Cursor?
    /// How much history is kept; `nil` for the default.
    package var retention: HistoryRetention?

    package init() {}

    /// The entries in the tree.
    var shown: [HistorySummary] { query == nil ? entries : found }
    var hasMore: Bool { (query == nil ? next : foundNext) != nil }

    func filter(at clock: WallClock) -> HistoryFilter? {
      query.map { HistoryQuery.filter($0, now: clock.now, secondsFromGMT: clock.secondsFromGMT) }
    }
  }
}

/// A request for part of the history.
package struct HistoryRequest: Hashable, Sendable {
  /// `nil` for the unfiltered history.
  package var filter: HistoryFilter?
  /// Start of the part; `nil` for the newest entry.
  package var from: HistoryPage.Cursor?

  package init(_ filter: HistoryFilter? = nil, from: HistoryPage.Cursor? = nil) {
    self.filter = filter
    self.from = from
  }
}
