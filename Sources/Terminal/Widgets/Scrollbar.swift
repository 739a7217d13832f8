/// Computes the position of a scroll bar's thumb, and the row to show when the thumb is dragged.
package struct Scrollbar: Hashable, Sendable {
  /// The number of rows, of visible rows, the first visible row, and the length of the bar in cells.
  package var total: Int
  package var visible: Int
  package var offset: Int
  package var length: Int

  package init(total: Int, visible: Int, offset: Int, length: Int) {
    self.total = max(0, total)
    self.visible = max(0, visible)
    self.offset = max(0, offset)
    self.length = max(0, length)
  }

  /// True if some rows are not visible.
  package var isNeeded: Bool { total > visible && length > 0 }

  /// The cells of the thumb; it touches an end of the bar only if the text does. `nil` if all rows are visible.
  package var thumb: Range<Int>? {
    guard isNeeded else { return nil }
    let size = min(length, max(1, scaled(visible, length, total)))
    let furthest = total - visible
    let room = length - size
    var start = scaled(min(offset, furthest), room, furthest)
    if offset > 0 && start == 0 && room > 1 { start = 1 }
    if offset < furthest && start == room && room > 1 { start = room - 1 }
    return start..<start + size
  }

  /// The first visible row while the thumb is dragged to start at a cell.
  package func offset(ofThumbAt start: Int) -> Int {
    guard let thumb, length > thumb.count else { return offset }
    return scaled(min(max(0, start), length - thumb.count), total - visible, length - thumb.count)
  }

  /// `value * factor / divisor`, rounded, without overflow.
  private func scaled(_ value: Int, _ factor: Int, _ divisor: Int) -> Int {
    Int((Double(value) * Double(factor) / Double(max(1, divisor))).rounded())
  }
}
