/// Splits text into lines that end with LF or CRLF.
package enum LineEnds {
  /// The lines without their ends. The text after the last line end is also a line, even if it is empty.
  package static func lines<Bytes: BidirectionalCollection<UInt8>>(of bytes: Bytes) -> [Bytes.SubSequence] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { $0.last == 0x0D ? $0.dropLast() : $0 }
  }

  /// The first line end; LF if there is none.
  package static func first(in bytes: some BidirectionalCollection<UInt8>) -> [UInt8] {
    guard let feed = bytes.firstIndex(of: 0x0A), feed > bytes.startIndex, bytes[bytes.index(before: feed)] == 0x0D
    else {
      return [0x0A]
    }
    return [0x0D, 0x0A]
  }
}

extension Character {
  /// LF, CR, or both.
  package var isLineBreak: Bool { self == "\n" || self == "\r" || self == "\r\n" }
}
