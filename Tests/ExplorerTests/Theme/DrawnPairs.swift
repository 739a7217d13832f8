import Terminal

@testable import Explorer

/// Every pair of text and surface that a theme draws.
struct DrawnPairs {
  let theme: Theme
  /// The colours of a terminal of the kind that the theme is designed for.
  let palette: Palette

  /// - Parameter base: text and background of the theme.
  init(_ theme: Theme, base: Theme.Base) {
    self.theme = theme
    var palette = theme.name == .light ? Palette.light : .dark
    palette.background = palette.rgb(base.background, isBackground: true)
    palette.foreground = palette.rgb(base.text)
    self.palette = palette
  }

  /// The pairs without enough contrast: 4.5:1 for text, 3:1 for faint text.
  var tooFaint: [String] {
    // Lines are not text.
    Token.allCases.filter { $0 != .line }.flatMap { token in
      styles(of: token).compactMap { place, style in
        let (text, ground) = palette.colors(of: style)
        // On the current cell, faint text is as legible as any other.
        let isFaint = token == .shade || [.faint, .urlPunctuation].contains(token) && place != "cell"
        let needed = isFaint ? 3 : 4.5
        let reached = text.contrast(with: ground)
        return reached >= needed ? nil : "\(token) on \(place): \(reached)"
      }
    }
  }

  private func styles(of token: Token) -> [(place: String, style: Style)] {
    let style = theme[token]
    let row = theme.laid(style, on: .selection)
    return [
      ("its own", style), ("field", theme.laid(style, on: .field)), ("selection", row), ("cell", theme.lit(row)),
    ]
  }

  /// The luminance of the row under the cursor, and of the current cell in it.
  var row: (plain: Double, cell: Double) {
    let row = theme.laid(theme[.text], on: .selection)
    return (palette.colors(of: row).ground.luminance, palette.colors(of: theme.lit(row)).ground.luminance)
  }
}
