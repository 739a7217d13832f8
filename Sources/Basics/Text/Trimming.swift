extension BidirectionalCollection {
  /// Drops the elements at both ends for which the condition holds: `line.utf8.trimming(while: \.isBlank)`.
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
  /// Without white space at both ends, as Unicode defines it.
  package var trimmed: String { String(trimming(while: \.isWhitespace)) }

  /// Without the ASCII characters of a class at both ends, byte by byte: a mark after a blank does not keep it.
  package func trimmingASCII(_ isTrimmed: (UInt8) -> Bool) -> String {
    String(Substring(Substring(self).utf8.trimming { $0 < 0x80 && isTrimmed($0) }))
  }
}
