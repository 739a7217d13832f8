import Basics
import Terminal

/// Draws a picker that only explains: one thing with its text below, or several with the text of the one under the
/// cursor beside them. There is no field, because there is nothing to look for.
enum ExplanationBox {
  private static let gap = 2

  /// The rows that the longest text needs.
  static func rows(of picker: Picker, width: Int) -> Int {
    let inner = Rect(x: 0, y: 0, width: width, height: .max / 2)
    let columns = text(of: picker, in: inner).width
    let longest = picker.preview.values.map { wrapped($0, to: columns).count }.max() ?? 0
    return isStacked(picker, in: inner) ? headRows(of: picker) + longest : max(picker.items.count, longest)
  }

  /// The names of what is explained.
  static func list(of picker: Picker, in inner: Rect) -> Rect {
    isStacked(picker, in: inner)
      ? inner.splitTop(min(picker.items.count, max(1, inner.height / 2))).0 : inner.splitLeft(inner.width * 2 / 5).0
  }

  static func draw(_ picker: Picker, _ state: some Appearance, in inner: Rect, into screen: inout Screen) {
    let list = list(of: picker, in: inner)
    for row in 0..<list.height {
      guard picker.found.indices.contains(picker.offset + row) else { break }
      let item = picker.items[picker.found[picker.offset + row]]
      let place = Rect(x: list.x, y: list.y + row, width: list.width, height: 1)
      let token = item.token == .text ? Token.accent : item.token
      screen.write(item.title, in: place, style: state.theme[token].adding(.bold))
      if picker.items.count > 1, picker.offset + row == picker.cursor {
        let bar = Rect(x: place.x - 1, y: place.y, width: place.width + 2, height: 1)
        Ground.markCursor(bar, isFocused: true, state, &screen)
      }
    }
    let area = text(of: picker, in: inner)
    let lines = picker.current.flatMap { picker.preview[$0.id] } ?? []
    for (index, line) in wrapped(lines, to: area.width).prefix(area.height).enumerated() {
      let place = Rect(x: area.x, y: area.y + index, width: area.width, height: 1)
      screen.write(line.text, in: place, style: state.theme[line.isFirst ? .text : .dim])
    }
  }

  private static func text(of picker: Picker, in inner: Rect) -> Rect {
    guard isStacked(picker, in: inner) else {
      let list = list(of: picker, in: inner)
      return Rect(
        x: list.maxX + gap, y: inner.y, width: max(1, inner.maxX - list.maxX - gap), height: inner.height)
    }
    let y = inner.y + list(of: picker, in: inner).height + 1
    return Rect(x: inner.x, y: y, width: max(1, inner.width), height: max(0, inner.maxY - y))
  }

  private static func headRows(of picker: Picker) -> Int { picker.items.count + 1 }

  private static func isStacked(_ picker: Picker, in inner: Rect) -> Bool {
    picker.items.count == 1 || inner.width < 48
  }

  /// The lines of the text; the first is the value.
  private static func wrapped(_ lines: [String], to columns: Int) -> [(text: String, isFirst: Bool)] {
    lines.enumerated().flatMap { index, line in line.wrapped(to: columns).map { ($0, index == 0) } }
  }
}
