import Terminal

/// A style for every token: what views draw with. Made for the number of colours the terminal has.
public struct Theme: Hashable, Sendable {
  public enum Name: String, CaseIterable, Hashable, Sendable {
    case dark, light
    case contrast = "high contrast"
  }

  public let name: Name
  public let colors: Int

  /// - Parameter colors: 256, 16, 8, or 0 for attributes and words only.
  public init(_ name: Name, colors: Int) {
    self.name = name
    self.colors = colors
  }

  // Worked out when asked: a few comparisons are cheaper than a table, whose making the first frame would wait for.
  public subscript(token: Token) -> Style { Theme.style(of: token, in: name, colors: colors) }

  private static func style(of token: Token, in name: Name, colors: Int) -> Style {
    var style = Style(.terminal, on: .terminal, attributes(of: token))
    if colors >= 8 {
      if token == .match || token == .matchCurrent || token == .selection {
        let pair = ThemeColors.background(of: token, in: name, rich: colors >= 256)
        let most: UInt8 = colors >= 16 ? 255 : 7
        style = Style(
          .palette(pair.foreground & most), on: .palette(pair.background & most), style.attributes.subtracting(.reverse)
        )
      } else if let color = ThemeColors.foreground(of: token, in: name, rich: colors >= 256) {
        style.foreground = .palette(colors >= 16 ? color : color % 8)
        // A colour says it already, and dimmed it would be hard to read.
        style.attributes.remove(.dim)
      }
    }
    return style
  }

  /// What tells a token apart where there are no colours; most of it stays on where there are.
  private static func attributes(of token: Token) -> Style.Attributes {
    switch token {
    case .accent, .focus: .bold
    case .dim, .border, .jsonPunctuation, .comment: .dim
    case .selection, .match: .reverse
    case .matchCurrent: [.reverse, .bold, .underline]
    case .error, .status5xx: .bold
    case .variableUnresolved: .underline
    default: []
    }
  }
}
