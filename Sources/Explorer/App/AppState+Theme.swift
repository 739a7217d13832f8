import Terminal

/// Which theme is drawn: the chosen one, else the one for the terminal's background.
extension AppState {
  /// - Parameter name: `nil` follows the terminal.
  mutating func chooseTheme(_ name: Theme.Name?) {
    chosenTheme = name
    theme = Theme(name ?? Theme.Name(for: capabilities), colors: capabilities.colors)
  }

  /// The terminal has said which background it has, after the first frame.
  mutating func backgroundAnswered(isLight: Bool) {
    capabilities.isLight = isLight
    chooseTheme(chosenTheme)
  }
}
