import Terminal

extension Theme {
  /// The colours of cells that have none of their own.
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
