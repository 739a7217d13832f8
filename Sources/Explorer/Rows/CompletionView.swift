import Basics
import Terminal

/// Draws the completions in a box below the caret, or above it if there is no room below.
enum CompletionView {
  static func draw(_ list: Completion, at caret: Point, _ state: some Appearance, into screen: inout Screen) {
    guard !list.items.isEmpty, state.size.columns >= 24 else { return }
    let name = list.items.map { TextWidth.of($0.label ?? $0.text) }.max() ?? 0
    let detail = list.items.map { TextWidth.of($0.detail) }.max() ?? 0
    let width = min(name + (detail > 0 ? detail + 2 : 0) + 4, min(72, state.size.columns - 2))
    let below = state.size.rows - 2 - caret.y
    let above = caret.y - 1
    let isBelow = below >= list.items.count + 2 || below >= above
    let height = min(list.items.count + 2, max(0, isBelow ? below : above))
    guard height >= 3 else { return }
    let x = min(max(0, caret.x - 1), state.size.columns - width)
    let frame = Rect(x: x, y: isBelow ? caret.y + 1 : caret.y - height, width: width, height: height)
    screen.fill(frame)
    let border = state.capabilities.border
    screen.box(frame, border: border, style: state.theme[.accent])
    let inner = frame.inset()
    for (index, item) in list.items.prefix(inner.height).enumerated() {
      let row = Rect(x: inner.x, y: inner.y + index, width: inner.width, height: 1)
      let place = Rect(x: row.x + 1, y: row.y, width: row.width - 2, height: 1)
      let (left, right) = place.splitLeft(min(name, place.width))
      screen.write(item.label ?? shown(item.text), in: left, style: state.theme[.text])
      screen.write(item.detail, in: right.splitLeft(2).1, style: state.theme[.dim])
      if index == list.chosen { Ground.markCursor(row, isFocused: true, state, &screen) }
    }
  }

  /// Hides the braces that a choice adds.
  private static func shown(_ text: String) -> String {
    text.hasSuffix("}}") ? String(text.dropLast(2)) : text
  }
}
