/// The selected row of a list and its visible rows; each row is one line high.
package struct ListSelection: Hashable, Sendable {
  /// The number of rows.
  package private(set) var count: Int
  /// The number of visible rows.
  package private(set) var height: Int
  /// The selected row; `nil` only if there are no rows.
  package private(set) var selected: Int?
  /// The first visible row.
  package private(set) var offset = 0

  package init(count: Int = 0, height: Int = 1, selected: Int = 0) {
    self.count = max(0, count)
    self.height = max(0, height)
    select(selected)
  }

  /// The visible rows.
  package var visible: Range<Int> { offset..<min(count, offset + height) }

  /// Sets a new row count or height; the selection stays as close as possible.
  package mutating func update(count: Int? = nil, height: Int? = nil) {
    self.count = max(0, count ?? self.count)
    self.height = max(0, height ?? self.height)
    select(selected ?? 0)
  }

  /// Selects a row, or the nearest existing one, and scrolls only as far as needed to show it.
  package mutating func select(_ row: Int) {
    guard count > 0 else {
      (selected, offset) = (nil, 0)
      return
    }
    let row = min(max(0, row), count - 1)
    selected = row
    offset = min(max(offset, row - max(1, height) + 1), row)
    offset = min(offset, max(0, count - max(1, height)))
  }

  package mutating func move(by rows: Int) {
    let (row, isTooFar) = (selected ?? 0).addingReportingOverflow(rows)
    select(isTooFar ? (rows < 0 ? 0 : count - 1) : row)
  }

  /// Moves by pages; one row of the previous page stays visible.
  package mutating func movePages(_ pages: Int) {
    move(by: pages * max(1, height - 1))
  }

  /// Scrolls without changing the selection, for the mouse wheel.
  package mutating func scroll(by rows: Int) {
    offset = min(max(0, offset + rows), max(0, count - max(1, height)))
  }

  /// Selects the row under the mouse, `y` rows below the list's top; `false` if there is none.
  package mutating func click(y: Int) -> Bool {
    guard y >= 0 && y < height && offset + y < count else { return false }
    select(offset + y)
    return true
  }

  /// Handles arrows, `j` and `k`, pages, `g` and `G`, Home and End; returns `false` for every other key.
  package mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .up, .character("k"): move(by: -1)
    case .down, .character("j"): move(by: 1)
    case .pageUp: movePages(-1)
    case .pageDown: movePages(1)
    case .home, .character("g"): select(0)
    case .end, .character("G"): select(count - 1)
    default: return false
    }
    return true
  }
}
