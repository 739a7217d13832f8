/// The selected row and the first visible row of a list.
struct ListCursor: Equatable, Sendable {
  var row = 0
  var offset = 0

  /// Keeps the cursor within `count` rows and visible within `height` lines.
  mutating func settle(count: Int, height: Int) {
    row = min(max(0, row), max(0, count - 1))
    guard height > 0 else { return }
    if row < offset { offset = row }
    if row >= offset + height { offset = row - height + 1 }
    offset = min(max(0, offset), max(0, count - height))
  }
}
