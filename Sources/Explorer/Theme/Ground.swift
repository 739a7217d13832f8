import Terminal

/// What rows, fields and overlays are laid on, instead of inverse video.
enum Ground {
  /// Lays what is drawn in a rectangle on a surface.
  static func lay(_ rect: Rect, on surface: Token, _ theme: Theme, _ screen: inout Screen) {
    screen.restyle(rect) { $0 = theme.laid($0, on: surface) }
  }

  /// The row under the cursor: on `selection` with a bar in the accent, and where its pane has no focus on `field` with a
  /// dim one. The bar stands in the first cell, if that is blank.
  static func markCursor(_ rect: Rect, isFocused: Bool, _ state: some Appearance, _ screen: inout Screen) {
    guard !rect.isEmpty else { return }
    let theme = state.theme
    lay(rect, on: isFocused ? .selection : .field, theme, &screen)
    guard screen[rect.x, rect.y].text == " " else { return }
    var style = theme[isFocused ? .accent : .faint]
    style = theme.laid(style, on: isFocused ? .selection : .field)
    screen.write(state.capabilities.unicode ? "▌" : ">", at: rect.origin, style: style, clippedTo: rect)
  }

  /// The screen behind a box: one faint text on a darker ground.
  static func shade(_ rect: Rect, _ theme: Theme, _ screen: inout Screen) {
    let style = theme[.shade]
    screen.restyle(rect) { $0 = style }
  }
}
