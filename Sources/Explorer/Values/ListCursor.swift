import Terminal

/// The selected row and the first visible row of a list. It gives all lists the same motions, wheel, clicks and
/// scrollbar, and draws their rows.
struct ListCursor: Equatable, Sendable {
  var row = 0
  var offset = 0
  /// The line of the scrollbar's thumb that the user drags; `nil` if none.
  private var grip: Int?

  init(row: Int = 0) { self.row = row }

  /// Keeps the cursor within `count` rows and visible within `height` lines.
  mutating func settle(count: Int, height: Int) {
    row = min(max(0, row), max(0, count - 1))
    guard height > 0 else { return }
    if row < offset { offset = row }
    if row >= offset + height { offset = row - height + 1 }
    offset = min(max(0, offset), max(0, count - height))
  }

  /// Moves the cursor. A page key leaves one row of the page visible.
  /// - Parameter wraps: true if the first row follows the last one, as in a list of choices.
  mutating func move(_ motion: Motion, count: Int, height: Int, wraps: Bool = false) {
    switch motion {
    case .up where wraps && row <= 0: row = count - 1
    case .down where wraps && row >= count - 1: row = 0
    default: row = motion.row(from: row, page: max(1, height - 1), count: count)
    }
    settle(count: count, height: height)
  }

  /// Scrolls the list, never past its ends. The cursor moves only to stay visible.
  mutating func scroll(by rows: Int, count: Int, height: Int) {
    offset = min(max(0, offset + rows), max(0, count - height))
    row = min(max(row, offset), offset + max(1, height) - 1)
  }

  /// Scrolls a text, which has no cursor.
  mutating func scroll(_ motion: Motion, count: Int, height: Int) {
    let first = motion.row(from: offset, page: max(1, height - 1), count: max(0, count - height) + 1)
    scroll(by: first - offset, count: count, height: height)
  }

  /// Handles the mouse: the wheel and a drag of the thumb scroll, a press moves the cursor.
  /// - Parameters:
  ///   - list: the area of the rows.
  ///   - frame: the pane or box around it, with the scrollbar in its right border.
  /// - Returns: the pressed row; `nil` if no row was pressed.
  mutating func click(_ mouse: Mouse, count: Int, on list: Rect, in frame: Rect) -> Int? {
    let bar = Scrollbar(total: count, visible: list.height, offset: offset, length: list.height)
    let line = mouse.point.y - list.y
    switch mouse.kind {
    case .wheelUp: scroll(by: -3, count: count, height: list.height)
    case .wheelDown: scroll(by: 3, count: count, height: list.height)
    case .press:
      let isOnThumb = isScrollbarDrag(mouse, count: count, on: list, in: frame)
      grip = isOnThumb ? bar.thumb.map { line - $0.lowerBound } : nil
      guard !isOnThumb, list.contains(mouse.point), offset + line < count else { return nil }
      row = offset + line
      return row
    case .drag:
      guard let grip else { return nil }
      scroll(by: bar.offset(ofThumbAt: line - grip) - offset, count: count, height: list.height)
    case .release: grip = nil
    }
    return nil
  }

  /// True if a mouse event is a drag of the thumb. A divider in the same border must not take it.
  func isScrollbarDrag(_ mouse: Mouse, count: Int, on list: Rect, in frame: Rect) -> Bool {
    guard mouse.kind == .press else { return grip != nil && (mouse.kind == .drag || mouse.kind == .release) }
    let bar = Scrollbar(total: count, visible: list.height, offset: offset, length: list.height)
    return mouse.button == .left && mouse.point.x == frame.maxX - 1 && list.height > 1
      && bar.thumb?.contains(mouse.point.y - list.y) == true
  }

  /// Draws the visible rows, the bar under the cursor and the scrollbar, or the `empty` lines.
  /// - Parameters:
  ///   - isFocused: `nil` to draw no cursor.
  ///   - draw: draws the row with this index.
  func draw(
    count: Int, empty: [String] = [], in list: Rect, frame: Rect, isFocused: Bool? = true, _ state: some Appearance,
    into screen: inout Screen, row draw: (_ index: Int, _ place: Rect, _ screen: inout Screen) -> Void
  ) {
    if count == 0 { PaneFrame.hint(empty, state, in: list, into: &screen) }
    // The bar under the cursor fills the margins of a box.
    let margin = list.x - frame.x - 1
    for (line, index) in (0..<count).dropFirst(offset).prefix(list.height).enumerated() {
      let place = Rect(x: list.x, y: list.y + line, width: list.width, height: 1)
      draw(index, place, &screen)
      guard index == row, let isFocused else { continue }
      let bar = Rect(x: place.x - margin, y: place.y, width: place.width + 2 * margin, height: 1)
      Ground.markCursor(bar, isFocused: isFocused, state, &screen)
    }
    PaneFrame.scrollbar(offset: offset, total: count, rows: list, in: frame, state, into: &screen)
  }
}
