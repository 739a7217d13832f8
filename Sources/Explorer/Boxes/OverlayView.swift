import Basics
import Terminal

/// The common parts of boxes above the panes: width, content area, input field and keys.
enum OverlayView {
  /// The width of a box: the desired width, or the full screen if little would remain at the sides.
  static func width(_ wanted: Int, in size: Size) -> Int { size.columns < wanted + 12 ? size.columns : wanted }

  /// The frame of a box in a low window, where it covers everything but the bottom line to gain rows; `nil` in larger
  /// windows.
  static func lowFrame(in size: Size) -> Rect? {
    size.rows < 8 ? Rect(x: 0, y: 0, width: size.columns, height: max(1, size.rows - 1)) : nil
  }

  /// The frame of a box in the middle of the window.
  /// - Parameters:
  ///   - height: the rows; `nil` for almost all of the window.
  ///   - top: the first row.
  static func frame(width wanted: Int, height: Int? = nil, top: Int = 1, in size: Size) -> Rect {
    if let low = lowFrame(in: size) { return low }
    let width = width(wanted, in: size)
    return Rect(x: (size.columns - width) / 2, y: top, width: width, height: height ?? max(4, size.rows - 3))
  }

  /// The area inside the border of a box, with a blank column on each side.
  static func content(of frame: Rect) -> Rect {
    let inner = frame.inset()
    return Rect(x: inner.x + 1, y: inner.y, width: max(0, inner.width - 2), height: inner.height)
  }

  /// Draws an input field with its prompt mark and caret.
  static func drawField(
    _ field: TextField, _ state: some Appearance, isFocused: Bool = true, in rect: Rect, into screen: inout Screen
  ) {
    let mark = state.capabilities.unicode ? "› " : "> "
    screen.write(mark, at: Point(x: rect.x, y: rect.y), style: state.theme[.accent].adding(.bold))
    let (_, place) = rect.splitLeft(2)
    field.draw(into: &screen, in: place, style: TextFieldStyle(state.theme), isFocused: isFocused)
  }

  /// Draws the line between the field and the list below.
  static func drawRule(at y: Int, _ state: some Appearance, in frame: Rect, into screen: inout Screen) {
    let line = String(repeating: state.capabilities.unicode ? "─" : "-", count: max(0, frame.width - 2))
    screen.write(line, at: Point(x: frame.x + 1, y: y), style: state.theme[.line])
  }

  /// Draws the keys in the last row of a box.
  static func drawKeys(
    _ keys: [(key: String, label: String)], gap: Int, _ state: some Appearance, in frame: Rect,
    into screen: inout Screen
  ) {
    let theme = state.theme
    for (item, columns) in zip(keys, columns(of: keys, gap: gap, in: frame)) {
      let pieces = [StyledText(item.key, theme[.accent].adding(.bold)), StyledText(" \(item.label)", theme[.dim])]
      let padded = [StyledText(" ")] + pieces + [StyledText(" ")]
      let place = Rect(x: columns.lowerBound - 1, y: frame.maxY - 1, width: columns.count + 2, height: 1)
      screen.write(padded, at: place.origin, clippedTo: place)
    }
  }

  /// The key whose label is at a point in the last row of a box.
  static func key(
    at point: Point, of keys: [(key: String, label: String)], gap: Int, in frame: Rect
  ) -> String? {
    guard point.y == frame.maxY - 1 else { return nil }
    return zip(keys, columns(of: keys, gap: gap, in: frame)).first { $0.1.contains(point.x) }?.0.key
  }

  static func width(ofKey item: (key: String, label: String)) -> Int {
    TextWidth.of(item.key) + 1 + TextWidth.of(item.label)
  }

  /// The columns of the keys that fit. If the first key does not fit, it is cut.
  private static func columns(of keys: [(key: String, label: String)], gap: Int, in frame: Rect) -> [Range<Int>] {
    var start = frame.x + 2
    var found: [Range<Int>] = []
    for item in keys {
      let end = start + width(ofKey: item)
      guard end + 2 <= frame.maxX else {
        if found.isEmpty, start + 4 <= frame.maxX { found.append(start..<frame.maxX - 2) }
        break
      }
      found.append(start..<end)
      start = end + gap
    }
    return found
  }
}

/// Draws the open box over the dimmed panes.
extension OverlayView {
  static func draw(_ state: AppState, into screen: inout Screen) {
    guard let box = state.box, !state.isInSchemaBeside else { return }
    if let covered = state.boxes.covered, state.layout.schema == nil || !covered.isSchema {
      covered.box(in: state).draw(state, into: &screen)
    }
    if box.coversPanes { Ground.shade(screen.bounds, state.theme, &screen) }
    screen.cursor = nil
    box.draw(state, into: &screen)
    box.keyRows(in: state).draw(in: box.frame(in: state), state, into: &screen)
  }
}
