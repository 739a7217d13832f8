/// The theme that a user asked for: by a pick, which is remembered, or by `theme:` in the settings.
package enum ThemeChoice: Hashable, Sendable {
  case builtIn(Theme.Name)
  case own(OwnTheme)
  /// A file that is missing or broken. The name is kept, so that the theme is back once its file is mended.
  case missing(String)

  /// - Parameter themes: the files that were read.
  init(_ name: String, in themes: [ThemeFile]) {
    if let builtIn = Theme.Name.allCases.first(where: { [$0.rawValue, $0.word].contains(name) }) {
      self = .builtIn(builtIn)
    } else if let theme = themes.first(where: { $0.name == name })?.theme {
      self = .own(theme)
    } else {
      self = .missing(name)
    }
  }

  /// As remembered between runs.
  package var name: String {
    switch self {
    case .builtIn(let name): name.rawValue
    case .own(let theme): theme.name
    case .missing(let name): name
    }
  }

  /// - Parameter automatic: the theme for the terminal's background.
  func theme(colors: Int, automatic: Theme.Name) -> Theme {
    switch self {
    case .builtIn(let name): Theme(name, colors: colors)
    case .own(let theme): Theme(theme, colors: colors)
    case .missing: Theme(automatic, colors: colors)
    }
  }
}
