import Terminal

/// The colours of the three themes: entries of the 256-colour palette, and their twins among the first 16.
enum ThemeColors {
  /// `nil` is the terminal's own foreground.
  static func foreground(of token: Token, in theme: Theme.Name, rich: Bool) -> UInt8? {
    guard let row = role(of: token).map(row) else { return nil }
    return switch (theme, rich) {
    case (.dark, true): row.dark
    case (.light, true): row.light
    case (.contrast, true): row.contrast
    case (.dark, false), (.contrast, false): row.dark16
    case (.light, false): row.light16
    }
  }

  /// Foreground and background of what is marked: a match, the current match, the row under the cursor.
  static func background(
    of token: Token, in theme: Theme.Name, rich: Bool
  ) -> (foreground: UInt8, background: UInt8) {
    switch (token, theme, rich) {
    case (.matchCurrent, .light, true): (231, 130)
    case (.matchCurrent, _, true): (16, 214)
    case (.matchCurrent, _, false): (0, 11)
    case (.match, .light, true): (16, 229)
    case (.match, .contrast, true): (16, 226)
    case (.match, _, true): (230, 58)
    case (.match, _, false): (0, 3)
    case (_, .light, true): (16, 153)
    case (_, .contrast, true): (16, 231)
    case (_, _, true): (231, 24)
    case (_, .light, false): (15, 4)
    case (_, _, false): (15, 4)
    }
  }

  /// The colours that themes know; several tokens share one.
  private enum Role {
    case dim, border, accent, green, amber, red, blue, violet, teal, soft
  }

  private struct Row {
    let dark: UInt8
    let light: UInt8
    let contrast: UInt8
    let dark16: UInt8
    let light16: UInt8
  }

  private static func row(of role: Role) -> Row {
    switch role {
    case .dim: Row(dark: 246, light: 241, contrast: 252, dark16: 7, light16: 8)
    case .border: Row(dark: 245, light: 243, contrast: 252, dark16: 7, light16: 8)
    case .accent: Row(dark: 80, light: 24, contrast: 51, dark16: 14, light16: 6)
    case .green: Row(dark: 114, light: 22, contrast: 46, dark16: 10, light16: 2)
    case .amber: Row(dark: 179, light: 94, contrast: 226, dark16: 11, light16: 3)
    case .red: Row(dark: 210, light: 124, contrast: 210, dark16: 9, light16: 1)
    case .blue: Row(dark: 111, light: 25, contrast: 117, dark16: 12, light16: 4)
    case .violet: Row(dark: 176, light: 90, contrast: 213, dark16: 13, light16: 5)
    case .teal: Row(dark: 79, light: 23, contrast: 50, dark16: 14, light16: 6)
    case .soft: Row(dark: 110, light: 24, contrast: 123, dark16: 12, light16: 4)
    }
  }

  private static func role(of token: Token) -> Role? {
    switch token {
    case .dim, .jsonPunctuation, .comment, .status1xx, .secret: .dim
    case .border: .border
    case .accent, .focus: .accent
    case .ok, .methodGet, .status2xx, .jsonString: .green
    case .warn, .methodPost, .status4xx, .jsonNumber: .amber
    case .error, .methodDelete, .status5xx, .variableUnresolved: .red
    case .methodPut, .status3xx, .markupTag: .blue
    case .methodPatch, .jsonLiteral: .violet
    case .methodHead, .variableResolved, .markupAttribute: .teal
    case .jsonKey: .soft
    case .text, .methodOther, .selection, .match, .matchCurrent: nil
    }
  }
}
