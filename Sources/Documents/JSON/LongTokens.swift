/// The ends of the few tokens that are too long to be read again whenever one of their neighbours is shown.
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

extension Array where Element: Comparable {
  /// The first index whose element is not less than `value`, in a sorted array.
  func firstIndex(sortedNotBefore value: Element) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
