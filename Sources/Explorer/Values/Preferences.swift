import Basics
package import Workspaces

/// The settings remembered per workspace between runs; any of them may be missing.
package struct Preferences: Hashable, Sendable {
  package var arrangement: String?
  package var requestShare: Int?
  /// The column of the tree's right border; `nil` to fit its names.
  package var treeWidth: Int?
  package var history = PageChoice()
  package var run = PageChoice()
  package var theme: String?
  package var environment: String?
  package var request: String?
  /// Paths of the folders that were expanded in the tree.
  package var expanded: [String]?
  /// Differences hidden in comparisons, by request.
  package var ignored: [String: Set<String>]?
  /// The retention of the history; `nil` for the default.
  package var retention: HistoryRetention?
  /// The last answer to each prompt, by label.
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

/// The settings of the user and of the workspace, with the theme and key files that they name, as far as they were
/// read.
package struct UserSettings: Equatable, Sendable {
  package var configuration = Configuration()
  package var themes: [ThemeFile] = []
  /// The chosen key file; `nil` for the built-in keys.
  package var keys: KeysFile?
  /// The errors in the files, with line and column; the rest of each file applies.
  package var faults: [String] = []

  package init() {}

  package init(_ read: ReadConfiguration) {
    configuration = read.configuration
    faults = read.faults
  }

  /// The theme of workspaces in which none was picked; `nil` for `auto`.
  package var theme: String? {
    configuration.theme.flatMap { $0.value == "auto" ? nil : $0.value }
  }

  /// True if Apus starts in linear mode.
  package var startsLinear: Bool { configuration.linear?.value ?? false }

  /// The errors of the theme that the settings name.
  package var themeFaults: [String] {
    guard let theme, case .missing(let name) = ThemeChoice(theme, in: themes) else { return [] }
    if let fault = themes.first(where: { $0.name == name })?.fault { return [fault] }
    let words = "there is no theme `\(VisibleText.of(name))`; `apus themes` lists them"
    return [configuration.theme?.fault(words) ?? words]
  }
}

/// The user's layout of a full-window page, in percent; `nil` for the default.
package struct PageChoice: Hashable, Sendable {
  /// The share of the list beside the other panes.
  package var list: Int?
  /// The share of the height above the line between the panes.
  package var upper: Int?

  package init(list: Int? = nil, upper: Int? = nil) {
    self.list = list
    self.upper = upper
  }

  /// The range of a movable line.
  static let range = 20...80

  static func limited(_ share: Int) -> Int { min(max(share, range.lowerBound), range.upperBound) }
}
