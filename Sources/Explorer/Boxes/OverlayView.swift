import Terminal

/// What boxes above the panes have alike: their width, the space inside, the field to type into.
enum OverlayView {
  /// The width of a box that would like to be so wide: where little of the panes would be left at its sides it takes
  /// that, too.
  static func width(_ wanted: Int, in size: Size) -> Int { size.columns < wanted + 12 ? size.columns : wanted }

  /// Inside the border of a box, with a blank at each side.
  static func content(of frame: Rect) -> Rect {
    let inner = frame.inset()
    return Rect(x: inner.x + 1, y: inner.y, width: max(0, inner.width - 2), height: inner.height)
  }

  /// A field with its mark and its cursor.
  static func drawField(_ field: TextField, _ state: some Appearance, in rect: Rect, into screen: inout Screen) {
    screen.write("> ", at: Point(x: rect.x, y: rect.y), style: state.theme[.accent])
    let (_, place) = rect.splitLeft(2)
    field.draw(
      into: &screen, in: place,
      style: TextFieldStyle(text: state.theme[.text], selection: state.theme[.selection]), isFocused: true)
  }
}
