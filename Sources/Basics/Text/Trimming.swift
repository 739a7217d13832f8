extension BidirectionalCollection {
  /// Drops the elements at both ends that meet the condition: `line.utf8.trimming(while: \.isBlank)`.
  @inlinable package func trimming(while isTrimmed: (Element) -> Bool) -> SubSequence {
    var (start, end) = (startIndex, endIndex)
    while start < end, isTrimmed(self[start]) { formIndex(after: &start) }
    while start < end {
      let before = index(before: end)
      guard isTrimmed(self[before]) else { break }
      end = before
    }
    return self[start..<end]
  }
}

extension StringProtocol {
  /// The text without Unicode white space at both ends.
  package var trimmed: String { String(trimming(while: \.isWhitespace)) }

  /// The text without ASCII characters of a class at both ends. Works on bytes, so a combining mark does not protect a
  /// blank before it.
  package func trimmingASCII(_ isTrimmed: (UInt8) -> Bool) -> String {
    String(Substring(Substring(self).utf8.trimming { $0 < 0x80 && isTrimmed($0) }))
  }
}
