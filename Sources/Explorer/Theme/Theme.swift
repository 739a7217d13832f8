package import Terminal

/// A style for each token, adapted to the number of colours of the terminal.
package struct Theme: Hashable, Sendable {
  package enum Name: String, CaseIterable, Hashable, Sendable {
    case dark, light, contrast
    /// Only the sixteen colours that the user configured in the terminal.
    case terminal
  }

  /// The built-in theme, or the base of the user's own.
  package let name: Name
  package let colors: Int
  /// The colours of a theme of the user's own.
  private var own: OwnTheme.Twin?
  /// True if the background is painted because the theme is illegible on that of the terminal.
  private var isPainted = false

  /// - Parameter colors: `Capabilities.allColors`, 256, 16, 8, or 0 for attributes and words only.
  package init(_ name: Name, colors: Int) {
    self.name = name
    self.colors = colors
  }

  /// - Parameter colors: as for the built-in themes; missing colours are replaced by the nearest.
  package init(_ theme: OwnTheme, colors: Int) {
    self.init(theme.base, colors: colors)
    own = theme.twin(of: self)
    // With few colours, text and its surface can become the same.
    for token in Token.allCases {
      let style = self[token]
      guard style.background != .terminal, style.background == style.foreground else { continue }
      let isDark = Palette.xterm.rgb(style.background, isBackground: true).luminance < 0.2
      own?.texts[token] = .palette(isDark ? UInt8(min(15, colors - 1)) : 0)
    }
  }

  /// The theme on a certain terminal: a light one in a dark terminal, or the reverse, paints its own background.
  package func fitted(to capabilities: Capabilities) -> Theme {
    var fitted = self
    let isDesignedForLight = name == .light
    let isForeign = isDesignedForLight != (Name(for: capabilities) == .light)
    fitted.isPainted = isForeign && name != .terminal && colors >= 8 && own?.keepsBackground != true
    return fitted
  }

  /// The colours of cells without any; `nil` to leave those of the terminal.
  var ground: Base? {
    guard isPainted else { return own?.ground }
    guard let ground = own?.ground else { return base }
    return ground.background == .terminal ? Base(text: ground.text, background: base.background) : ground
  }

  /// Gives the ground's colours to all cells without any.
  func paint(_ screen: inout Screen) {
    guard let ground else { return }
    screen.restyle(screen.bounds) { style in
      if style.foreground == .terminal { style.foreground = ground.text }
      if style.background == .terminal { style.background = ground.background }
    }
  }

  // Computed on demand: a few comparisons are cheaper than a table, which would delay the first frame.
  package subscript(token: Token) -> Style {
    let hues = token.hues
    var style = Style(own?.texts[token] ?? color(hues.text), on: color(hues.surface), attributes(of: token))
    guard style.foreground != .terminal || style.background != .terminal else { return style }
    // Colour is enough. Reverse would make the text hard to read, and so would dim in addition to grey.
    style.attributes.subtract(hasGrey ? [.dim, .reverse] : [.reverse])
    return style
  }

  /// With eight colours there is no grey, so dim text uses the attribute instead, except where that is illegible.
  private var hasGrey: Bool { colors != 8 || isPainted || name == .contrast || name == .terminal }

  /// The style for a terminal of few colours: many show bold black as grey, which cannot be read on a filled surface.
  func readable(_ style: Style) -> Style {
    guard (8..<256).contains(colors), style.foreground == .palette(0), style.background != .terminal else {
      return style
    }
    var style = style
    style.attributes.remove(.bold)
    return style
  }

  /// True if surfaces have their own colours, on which text keeps its own.
  private var hasSurfaces: Bool { colors >= 256 && name != .terminal }

  /// The style on `field`, `selection` or `cell`. A badge or match keeps its own surface.
  func laid(_ style: Style, on surface: Token) -> Style {
    guard style.background == .terminal, !style.attributes.contains(.reverse) else { return style }
    let ground = self[surface]
    var laid = style
    laid.attributes.formUnion(ground.attributes)
    // Dim text is illegible on a filled surface.
    if surface == .selection, ground.background != .terminal { laid.attributes.remove(.dim) }
    guard ground.background != .terminal else {
      if laid.attributes.contains(.reverse) { laid.attributes.remove(.dim) }
      return laid
    }
    laid.background = ground.background
    if !hasSurfaces || style.foreground == .terminal {
      laid.foreground = ground.foreground
    } else if surface == .selection, style.foreground == color(.dim) {
      laid.foreground = color(.dimSelected)
    } else if surface == .selection, style.foreground == color(.faint) {
      laid.foreground = color(.faintSelected)
    } else if surface == .cell || surface == .selection && own != nil {
      // The built-in colours are chosen for a selected row.
      laid.foreground = legible(style.foreground, on: ground.background)
    }
    return laid
  }

  /// The style of the current cell of a table, within the row under the cursor.
  func lit(_ style: Style) -> Style {
    var lit = style
    if name == .terminal || colors < 8 {
      // Reverse stands out in a row without it, and its absence in a reversed row.
      lit.attributes.formSymmetricDifference(.reverse)
    } else {
      let row = self[.selection].background
      if style.background == row { lit.background = .terminal }
      lit = laid(lit, on: .cell)
    }
    return lit.adding(.bold)
  }

  /// A text colour moved towards white, or black on a light surface, until it has enough contrast.
  private func legible(_ color: Color, on surface: Color) -> Color {
    let ground = Palette.xterm.rgb(surface, isBackground: true)
    let wanted = Palette.xterm.rgb(color)
    let extreme = name == .light ? RGB(0, 0, 0) : RGB(255, 255, 255)
    for candidate in [wanted, wanted.mixed(with: extreme)] {
      let shown = Color.rgb(candidate).quantized(to: colors)
      if Palette.xterm.rgb(shown).contrast(with: ground) >= 4.5 { return shown }
    }
    return Color.rgb(extreme).quantized(to: colors)
  }

  /// The colour of a hue, as far as the terminal can show it.
  func color(_ hue: Hue?) -> Color {
    guard let hue, colors >= 8 else { return .terminal }
    if let color = own?.hues[hue] { return color }
    let shade = hue.shade(in: name)
    if name == .terminal { return ownColor(hue) }
    if colors >= Capabilities.allColors { return .rgb(RGB(hex: shade.full)) }
    if colors >= 256 { return .palette(shade.rich) }
    guard let few = shade.few else { return .terminal }
    // With eight colours, grey becomes black or white.
    if colors < 16, few == 8 { return .palette(name == .light ? 0 : 7) }
    return .palette(colors >= 16 ? few : few % 8)
  }

  /// The darker colours of the terminal, which are legible on any background; its default text colour otherwise.
  private func ownColor(_ hue: Hue) -> Color {
    switch hue {
    case .text, .dim, .faint, .selection, .cell, .cellInk, .dimSelected, .faintSelected: .terminal
    case .line: colors >= 16 ? .palette(8) : .terminal
    default: hue.shade(in: .light).few.map { .palette($0 % 8) } ?? .terminal
    }
  }

  /// The attributes that distinguish a token without colours; most also apply with colours.
  private func attributes(of token: Token) -> Style.Attributes {
    switch token {
    case .accent: .bold
    case .dim, .faint, .line, .urlPunctuation, .jsonPunctuation, .comment, .shade: .dim
    case .selection: name == .terminal && colors >= 8 ? .bold : .reverse
    case .cell: .bold
    case .match, .selected: .reverse
    case .matchCurrent: [.reverse, .bold]
    case .accentInk, .okInk, .infoInk, .warnInk, .errorInk: [.reverse, .bold]
    case .error, .status5xx: .bold
    case .variableUnresolved: .bold
    default: []
    }
  }
}

extension Theme {
  /// The colours of cells without their own.
  struct Base: Hashable, Sendable {
    var text: Color
    var background: Color
  }

  /// Text and background that the theme is designed for, as far as the terminal can show them.
  var base: Base {
    guard colors >= 8, name != .terminal else { return Base(text: .terminal, background: .terminal) }
    // White and black of the sixteen: the shades for few colours are those on top of a filled surface.
    let (light, dark) = (Color.palette(colors >= 16 ? 15 : 7), Color.palette(0))
    guard colors < 256 else { return Base(text: color(.text), background: color(.base)) }
    return name == .light ? Base(text: dark, background: light) : Base(text: light, background: dark)
  }
}

extension Theme.Name {
  /// Returns `dark` for a terminal whose background is unknown.
  init(for capabilities: Capabilities) { self = capabilities.isLight == true ? .light : .dark }
}

/// The inputs of every view: the terminal's size and capabilities, the theme, and whether borders warn.
protocol Appearance {
  var size: Size { get }
  var capabilities: Capabilities { get }
  var theme: Theme { get }
  /// True if the active environment is protected, which borders show.
  var isProtected: Bool { get }
  var keys: KeyNames { get }
}

/// Backgrounds for rows, fields and overlays, instead of inverse video.
enum Ground {
  /// Puts the content of a rectangle on a surface.
  static func lay(_ rect: Rect, on surface: Token, _ theme: Theme, _ screen: inout Screen) {
    screen.restyle(rect) { $0 = theme.laid($0, on: surface) }
  }

  /// Marks the row under the cursor: on `selection` with an accent bar or, without focus, on `field` with a dim bar.
  /// The bar takes the first cell if that is blank.
  static func markCursor(_ rect: Rect, isFocused: Bool, _ state: some Appearance, _ screen: inout Screen) {
    guard !rect.isEmpty else { return }
    let theme = state.theme
    lay(rect, on: isFocused ? .selection : .field, theme, &screen)
    guard screen[rect.x, rect.y].text == " " else { return }
    var style = theme[isFocused ? .accent : .faint]
    style = theme.laid(style, on: isFocused ? .selection : .field)
    screen.write(state.capabilities.unicode ? "▌" : ">", at: rect.origin, style: style, clippedTo: rect)
  }

  /// Marks the current cell of a table, after its row is marked.
  static func markCell(_ rect: Rect, _ theme: Theme, _ screen: inout Screen) {
    screen.restyle(rect) { $0 = theme.lit($0) }
  }

  /// Dims the screen behind a box: faint text on a darker background.
  static func shade(_ rect: Rect, _ theme: Theme, _ screen: inout Screen) {
    let style = theme[.shade]
    screen.restyle(rect) { $0 = style }
  }
}
