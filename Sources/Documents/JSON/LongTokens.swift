/// The ends of the few tokens that are too long to scan again whenever a neighbouring value is shown.
struct LongTokens: Sendable {
  /// Tokens shorter than this, in bytes, are not listed.
  static let minimum = 16 << 10

  private var starts: [Int] = []
  private var ends: [Int] = []

  mutating func add(_ range: Range<Int>) {
    starts.append(range.lowerBound)
    ends.append(range.upperBound)
  }

  @inline(never)
  func end(ofTokenAt start: Int) -> Int? {
    let index = starts.firstIndex(sortedNotBefore: start)
    return index < starts.count && starts[index] == start ? ends[index] : nil
  }
}
