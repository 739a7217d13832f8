import Workspaces

extension HistoryFeature {
  /// The exchanges of the past as listed, newest first: the last ones, and what a filter finds among all.
  public struct State: Equatable, Sendable {
    /// The last exchanges, whatever is filtered.
    public var entries: [HistorySummary] = []
    public var isLoaded = false
    /// Whether the cursor waits before the branch for the first entry.
    var isAwaited = false
    /// Where older entries begin; `nil` when all are here.
    var next: HistoryPage.Cursor?
    /// What is looked for, as typed; `nil` without a filter.
    public var query: String?
    /// The last pause in typing it.
    var pause = 0
    /// What the filter found so far.
    var found: [HistorySummary] = []
    var foundNext: HistoryPage.Cursor?
    /// What of the history is kept; `nil` is all.
    public var retention: HistoryRetention?

    public init() {}

    /// What the tree lists.
    var shown: [HistorySummary] { query == nil ? entries : found }
    var hasMore: Bool { (query == nil ? next : foundNext) != nil }

    func filter(at clock: WallClock) -> HistoryFilter? {
      query.map { HistoryQuery.filter($0, now: clock.now, secondsFromGMT: clock.secondsFromGMT) }
    }
  }
}

/// Which part of the history is asked for.
public struct HistoryRequest: Hashable, Sendable {
  /// `nil` for the last entries of all.
  public var filter: HistoryFilter?
  /// Where the part begins; `nil` at the newest.
  public var from: HistoryPage.Cursor?

  public init(_ filter: HistoryFilter? = nil, from: HistoryPage.Cursor? = nil) {
    self.filter = filter
    self.from = from
  }
}
