import Basics
import Terminal

/// The box around a pane: title left, facts right, its look telling whether it has the focus.
enum PaneFrame {
  /// Draws the frame and gives the space inside.
  @discardableResult
  static func draw(
    _ title: String, facts: [StyledText] = [], isFocused: Bool, _ state: some Appearance, in rect: Rect,
    into screen: inout Screen
  ) -> Rect {
    let theme = state.theme
    let unicode = state.capabilities.unicode
    let focus = state.isProtected ? theme[.error] : theme[.focus]
    let style = isFocused ? focus : theme[state.isProtected ? .error : .border]
    let titleStyle = isFocused ? focus.adding(.bold) : theme[.dim]
    let shown = isFocused && !unicode ? "*\(title)" : title
    screen.box(
      rect, border: unicode ? .light : .ascii, style: style, title: [StyledText(shown, titleStyle)], facts: facts)
    return rect.inset()
  }

  /// The mark in the right border that shows which part of a long list is seen; nothing where all of it is.
  /// - Parameter total: the rows of the list and those above it in the frame that do not scroll.
  static func scrollbar(offset: Int, total: Int, in frame: Rect, _ state: some Appearance, into screen: inout Screen) {
    let height = frame.height - 2
    guard height > 1 else { return }
    // Only the thumb: the rest of the border keeps the colour of its pane.
    let bar = Scrollbar(total: total, visible: height, offset: offset, length: height)
    for row in bar.thumb ?? 0..<0 {
      let place = Point(x: frame.maxX - 1, y: frame.minY + 1 + row)
      screen.write(state.capabilities.unicode ? "┃" : "#", at: place, style: state.theme[.dim])
    }
  }

  /// What to press in an empty place, a line for each key; only what it says where there is no room for them.
  static func steps(
    _ title: String, _ steps: [(key: String, does: String)], _ state: some Appearance, in rect: Rect,
    into screen: inout Screen
  ) {
    let keys = steps.map { TextWidth.of($0.key) }.max() ?? 0
    let width = keys + 3 + (steps.map { TextWidth.of($0.does) }.max() ?? 0)
    guard rect.height >= steps.count + 2, rect.width >= width + 2 else {
      return hint([title], state, in: rect, into: &screen)
    }
    let top = rect.minY + (rect.height - steps.count - 2) / 3
    let line = Rect(x: rect.x, y: top, width: rect.width, height: 1)
    screen.write(title, in: line, style: state.theme[.dim], align: .center)
    let x = rect.x + (rect.width - width) / 2
    for (index, step) in steps.enumerated() {
      let y = top + 2 + index
      screen.write(step.key, at: Point(x: x, y: y), style: state.theme[.accent], clippedTo: rect)
      screen.write(step.does, at: Point(x: x + keys + 3, y: y), style: state.theme[.dim], clippedTo: rect)
    }
  }

  /// A line in the middle of an empty place that says what to press.
  static func hint(_ lines: [String], _ state: some Appearance, in rect: Rect, into screen: inout Screen) {
    let lines = lines.flatMap { $0.wrapped(to: max(1, rect.width - 2)) }
    let top = rect.minY + max(0, (rect.height - lines.count) / 3)
    for (index, line) in lines.enumerated() where top + index < rect.maxY {
      screen.write(
        line, in: Rect(x: rect.x + 1, y: top + index, width: rect.width - 2, height: 1), style: state.theme[.dim],
        align: .center)
    }
  }

  /// The row under the cursor: reversed when its pane has the focus, underlined when not.
  static func markCursor(_ rect: Rect, isFocused: Bool, _ screen: inout Screen) {
    screen.restyle(rect) { style in
      if isFocused {
        // One bar in the terminal's own two colours: reversed colours would look like several marks.
        if style.background == .terminal { style.foreground = .terminal }
        style.attributes.formUnion(.reverse)
        style.attributes.remove(.dim)
      } else {
        style.attributes.formUnion(.underline)
      }
    }
  }
}
