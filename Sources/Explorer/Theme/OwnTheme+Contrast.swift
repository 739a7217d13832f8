import Terminal

extension OwnTheme {
  /// Which text is hard to read on which surface, one line each: `dim on selection: 3.1:1, readable is 4.5:1`. Only of
  /// what the file changes, and only a warning: taste is the user's.
  var faintTexts: [String] {
    let theme = Theme(self, colors: Capabilities.allColors)
    var palette = base == .light ? Palette.light : .dark
    let painted = background == .terminal ? nil : background
    palette.background = palette.rgb(painted ?? .rgb(RGB(hex: Hue.base.shade(in: base).full)), isBackground: true)
    palette.foreground = palette.rgb(theme.color(.text))
    let plain = Theme(base, colors: Capabilities.allColors)
    // Lines are not text.
    return Token.allCases.filter { $0 != .line }.flatMap { token in
      [nil, Token.field, .selection].compactMap { surface in
        let style = surface.map { theme.laid(theme[token], on: $0) } ?? theme[token]
        let usual = surface.map { plain.laid(plain[token], on: $0) } ?? plain[token]
        guard style != usual || painted != nil else { return nil }
        let (text, ground) = palette.colors(of: style)
        let needed = [.faint, .shade, .urlPunctuation].contains(token) ? 3 : 4.5
        let reached = text.contrast(with: ground)
        guard reached < needed else { return nil }
        let place = surface.map { " on \($0.rawValue)" } ?? ""
        return "\(token.rawValue)\(place): \(Self.ratio(reached)), readable is \(Self.ratio(needed))"
      }
    }
  }

  /// Rounded down, so that what is too little never looks like enough.
  private static func ratio(_ value: Double) -> String {
    let tenths = Int(value * 10)
    return tenths % 10 == 0 ? "\(tenths / 10):1" : "\(tenths / 10).\(tenths % 10):1"
  }
}
