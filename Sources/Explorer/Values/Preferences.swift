import Workspaces

/// The settings remembered per workspace between runs; any of them may be missing.
public struct Preferences: Hashable, Sendable {
  public var arrangement: String?
  public var requestShare: Int?
  public var theme: String?
  public var environment: String?
  /// The path of the request that was open.
  public var request: String?
  /// Paths of the folders that were expanded in the tree.
  public var expanded: [String]?
  /// Differences hidden in comparisons, by request.
  public var ignored: [String: Set<String>]?
  /// How much history is kept; `nil` for the default.
  public var retention: HistoryRetention?

  public init(
    arrangement: String? = nil, requestShare: Int? = nil, theme: String? = nil, environment: String? = nil,
    request: String? = nil, expanded: [String]? = nil, ignored: [String: Set<String>]? = nil,
    retention: HistoryRetention? = nil
  ) {
    self.arrangement = arrangement
    self.requestShare = requestShare
    self.theme = theme
    self.environment = environment
    self.request = request
    self.expanded = expanded
    self.ignored = ignored
    self.retention = retention
  }
}
