import Workspaces

/// The exchanges of the past as listed, newest first.
public struct HistoryState: Equatable, Sendable {
  public var entries: [HistorySummary] = []
  public var isLoaded = false

  public init() {}
}
