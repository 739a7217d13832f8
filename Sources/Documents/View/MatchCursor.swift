/// The matches of a search, queried in any order while a window is drawn.
struct MatchCursor {
  enum Hit { case other, current }

  private let ranges: [Range<Int>]
  private let current: Range<Int>?

  /// - Parameter ranges: sorted, not overlapping.
  init(_ ranges: [Range<Int>] = [], current: Range<Int>? = nil) {
    self.ranges = ranges
    self.current = current
  }

  @inline(__always)
  func match(at offset: Int) -> Hit? {
    if ranges.isEmpty, current == nil { return nil }
    return search(offset)
  }

  private func search(_ offset: Int) -> Hit? {
    if let current, current.contains(offset) { return .current }
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(offset) ? .other : nil
  }
}
