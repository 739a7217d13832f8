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
