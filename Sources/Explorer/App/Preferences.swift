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

extension AppState {
  var preferences: Preferences {
    Preferences(
      arrangement: layoutChoice.arrangement?.rawValue, requestShare: layoutChoice.requestShare,
      theme: chosenTheme?.rawValue, environment: environment.chosen,
      // Who ends before everything was listed finds it open the next time.
      request: current?.path ?? (isListed ? nil : remembered.request),
      expanded: tree.expanded.sorted(), ignored: ignored.isEmpty ? nil : ignored, retention: history.retention)
  }

  /// Restores remembered preferences as far as they still apply.
  public mutating func restore(_ preferences: Preferences) {
    remembered = preferences
    layoutChoice.arrangement = preferences.arrangement.flatMap(Layout.Arrangement.init(rawValue:))
    layoutChoice.requestShare = min(85, max(15, preferences.requestShare ?? layoutChoice.requestShare))
    chooseTheme(preferences.theme.flatMap(Theme.Name.init(rawValue:)))
    if let chosen = preferences.environment {
      environment.chosen = chosen
      environment.wasChosen = true
    }
    history.retention = preferences.retention
    if let expanded = preferences.expanded { tree.expanded = Set(expanded) }
    ignored = preferences.ignored ?? [:]
  }

  /// Selects the environment named on the command line.
  public mutating func start(in name: String) {
    environment.chosen = name
    environment.wasChosen = true
  }
}
