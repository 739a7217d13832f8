import Terminal

/// The selected row and the first visible row of a list.
struct ListCursor: Equatable, Sendable {
  var row = 0 { didSet { if row != oldValue { isScrolled = false } } }
  var offset = 0
  /// True if the list was scrolled since the cursor last moved, so that the cursor may be out of view.
  private(set) var isScrolled = false

  /// Keeps the cursor within `count` rows and, unless the list was scrolled, visible within `height` lines.
  mutating func settle(count: Int, height: Int) {
    let kept = min(max(0, row), max(0, count - 1))
    if kept != row { row = kept }
    guard height > 0 else { return }
    if !isScrolled {
      if row < offset { offset = row }
      if row >= offset + height { offset = row - height + 1 }
    }
    offset = min(max(0, offset), max(0, count - height))
  }

  /// Brings the cursor back into view, for a key that moves it.
  mutating func comeBack() { isScrolled = false }

  /// Scrolls the list without moving the cursor, never past its ends; for the wheel.
  mutating func scroll(by rows: Int, count: Int, height: Int) {
    offset = min(max(0, offset + rows), max(0, count - height))
    isScrolled = true
  }

  /// The effect of a click on a list in a box.
  enum Click {
    case close
    case key(Key)
    /// The cursor moved to another row.
    case moved
  }

  /// Moves the cursor to the pressed row of `list`. A second press on it is Enter, a press outside `frame` closes the
  /// box, and the wheel moves up and down.
  /// - Returns: `nil` if the click has no effect.
  mutating func click(_ mouse: Mouse, on list: Rect, in frame: Rect) -> Click? {
    switch mouse.kind {
    case .wheelUp: return .key(.up)
    case .wheelDown: return .key(.down)
    case .press:
      guard frame.contains(mouse.point) else { return .close }
      guard list.contains(mouse.point) else { return nil }
      let clicked = offset + mouse.point.y - list.y
      if clicked == row { return .key(.enter) }
      row = clicked
      return .moved
    case .release, .drag: return nil
    }
  }
}
