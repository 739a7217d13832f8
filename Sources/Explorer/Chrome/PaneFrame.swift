import Terminal

/// The box around a pane: title left, facts right, its look telling whether it has the focus.
enum PaneFrame {
  /// Draws the frame and gives the space inside.
  @discardableResult
  static func draw(
    _ title: String, facts: [StyledText] = [], isFocused: Bool, _ state: AppState, in rect: Rect,
    into screen: inout Screen
  ) -> Rect {
    let theme = state.theme
    let unicode = state.capabilities.unicode
    // Whoever works in a protected environment sees it wherever he looks; the top line says it in words.
    let isProtected = state.environment.current?.isProtected ?? false
    let focus = isProtected ? theme[.error] : theme[.focus]
    let style = isFocused ? focus : theme[isProtected ? .error : .border]
    let titleStyle = isFocused ? focus.adding(.bold) : theme[.dim]
    let shown = isFocused && !unicode ? "*\(title)" : title
    screen.box(
      rect, border: unicode ? .light : .ascii, style: style, title: [StyledText(shown, titleStyle)], facts: facts)
    return rect.inset()
  }

  /// The mark in the right border that shows which part of a long list is seen; nothing where all of it is.
  /// - Parameter total: the rows of the list and those above it in the frame that do not scroll.
  static func scrollbar(offset: Int, total: Int, in frame: Rect, _ state: AppState, into screen: inout Screen) {
    let height = frame.height - 2
    guard height > 1 else { return }
    // Only the thumb: the rest of the border keeps the colour of its pane.
    let bar = Scrollbar(total: total, visible: height, offset: offset, length: height)
    for row in bar.thumb ?? 0..<0 {
      let place = Point(x: frame.maxX - 1, y: frame.minY + 1 + row)
      screen.write(state.capabilities.unicode ? "┃" : "#", at: place, style: state.theme[.dim])
    }
  }

  /// A line in the middle of an empty place that says what to press.
  static func hint(_ lines: [String], _ state: AppState, in rect: Rect, into screen: inout Screen) {
    let lines = lines.flatMap { $0.wrapped(to: max(1, rect.width - 2)) }
    let top = rect.minY + max(0, (rect.height - lines.count) / 3)
    for (index, line) in lines.enumerated() where top + index < rect.maxY {
      screen.write(
        line, in: Rect(x: rect.x + 1, y: top + index, width: rect.width - 2, height: 1), style: state.theme[.dim],
        align: .center)
    }
  }
}

/// A row of tabs with counts: the chosen one underlined and bold, one with nothing in it dim.
struct TabBar<Tab: Hashable> {
  struct Item {
    let tab: Tab
    let title: String
    let count: Int?
    let isEmpty: Bool
  }

  let items: [Item]

  /// Where each tab stands when the bar begins at column 0; those that do not fit are left out at the end, the chosen
  /// one never.
  func columns(width: Int, chosen: Tab) -> [(item: Item, range: Range<Int>)] {
    let widths = items.map { text(of: $0).count + 2 }
    var first = 0
    if let index = items.firstIndex(where: { $0.tab == chosen }) {
      while first < index, widths[first...index].reduce(0, +) > width { first += 1 }
    }
    var column = 0
    var result: [(Item, Range<Int>)] = []
    for index in items.indices.dropFirst(first) {
      let length = widths[index] - 2
      guard column + length <= width else { break }
      result.append((items[index], column..<column + length))
      column += widths[index]
    }
    return result
  }

  func text(of item: Item) -> String { item.count.map { "\(item.title) \($0)" } ?? item.title }

  func draw(chosen: Tab, isFocused: Bool, theme: Theme, in rect: Rect, into screen: inout Screen) {
    for (item, range) in columns(width: rect.width, chosen: chosen) {
      let place = Point(x: rect.x + range.lowerBound, y: rect.y)
      if item.tab == chosen {
        let style = (isFocused ? theme[.accent] : theme[.text]).adding([.bold, .underline])
        screen.write(text(of: item), at: place, style: style, clippedTo: rect)
      } else {
        screen.write(text(of: item), at: place, style: item.isEmpty ? theme[.dim] : theme[.text], clippedTo: rect)
      }
    }
  }
}
