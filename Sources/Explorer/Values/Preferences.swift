package import Workspaces

/// The settings remembered per workspace between runs; any of them may be missing.
package struct Preferences: Hashable, Sendable {
  package var arrangement: String?
  package var requestShare: Int?
  /// The column of the tree's right border; `nil` to fit its names.
  package var treeWidth: Int?
  /// Where the lines of the history and of a run are.
  package var history = PageChoice()
  package var run = PageChoice()
  package var theme: String?
  package var environment: String?
  /// The path of the request that was open.
  package var request: String?
  /// Paths of the folders that were expanded in the tree.
  package var expanded: [String]?
  /// Differences hidden in comparisons, by request.
  package var ignored: [String: Set<String>]?
  /// How much history is kept; `nil` for the default.
  package var retention: HistoryRetention?
  /// The last answer to each label that a send asked for.
  package var answers: [String: String]?

  package init(
    arrangement: String? = nil, requestShare: Int? = nil, treeWidth: Int? = nil,
    history: PageChoice = PageChoice(), run: PageChoice = PageChoice(), theme: String? = nil,
    environment: String? = nil, request: String? = nil, expanded: [String]? = nil,
    ignored: [String: Set<String>]? = nil, retention: HistoryRetention? = nil,
    answers: [String: String]? = nil
  ) {
    self.arrangement = arrangement
    self.requestShare = requestShare
    self.treeWidth = treeWidth
    self.history = history
    self.run = run
    self.theme = theme
    self.environment = environment
    self.request = request
    self.expanded = expanded
    self.ignored = ignored
    self.retention = retention
    self.answers = answers
  }
}
