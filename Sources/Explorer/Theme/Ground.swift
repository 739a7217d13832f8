import Terminal

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

  /// Dims the screen behind a box: faint text on a darker background.
  static func shade(_ rect: Rect, _ theme: Theme, _ screen: inout Screen) {
    let style = theme[.shade]
    screen.restyle(rect) { $0 = style }
  }
}
