package import Terminal

extension Theme {
  /// The theme for lines of text on the terminal's own background, which nothing paints.
  ///
  /// A theme for the other background would be illegible there, so the built-in one takes its place. On an unknown
  /// background and without a choice, only the terminal's own colours are certainly legible.
  /// - Parameters:
  ///   - name: the theme that the user chose; `nil` for none.
  ///   - files: the theme files that were read.
  package static func forLines(
    on capabilities: Capabilities, named name: String?, in files: [ThemeFile]
  ) -> Theme {
    let automatic = capabilities.isLight == nil ? Theme.Name.terminal : Theme.Name(for: capabilities)
    let fallback = Theme(automatic, colors: capabilities.colors)
    guard let name else { return fallback }
    let chosen = ThemeChoice(name, in: files).theme(colors: capabilities.colors, automatic: automatic)
    guard let isLight = capabilities.isLight, chosen.name != .terminal else { return chosen }
    return (chosen.name == .light) == isLight ? chosen : fallback
  }
}
