/// Classes of ASCII characters, as named by RFC 5234 (appendix B.1), RFC 9110 and C's `isspace`. They contain only
/// ASCII and ignore the locale.
extension UInt8 {
  @inlinable package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
  @inlinable package var isASCIIDigit: Bool { self &- 0x30 < 10 }
  @inlinable package var isASCIILowercase: Bool { self &- 0x61 < 26 }
  @inlinable package var isASCIIUppercase: Bool { self &- 0x41 < 26 }
  @inlinable package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }

  /// A space or a tab.
  @inlinable package var isBlank: Bool { self == 0x20 || self == 0x09 }
  /// A space, a tab, a line feed or a carriage return: JSON's white space, and the characters in a folded header line.
  @inlinable package var isBlankOrLineEnd: Bool { isBlank || self == 0x0A || self == 0x0D }
  /// The characters that `isspace` accepts in the C locale.
  @inlinable package var isASCIIWhitespace: Bool { self == 0x20 || self &- 0x09 < 5 }

  /// A character of a token (RFC 9110, section 5.6.2): methods and header names.
  package var isToken: Bool {
    isASCIIAlphanumeric || ASCIISet.tokenMarks.contains(self)
  }

  /// Converts only A to Z to lower case.
  @inlinable package var asciiLowercased: UInt8 { isASCIIUppercase ? self | 0x20 : self }
}

extension Unicode.Scalar {
  @inlinable package var isASCIIDigit: Bool { value &- 0x30 < 10 }
  /// A space or a tab.
  @inlinable package var isBlank: Bool { self == " " || self == "\t" }
}

extension StringProtocol {
  /// Converts only A to Z to lower case, whatever the locale, as needed to compare schemes, hosts and header names.
  // Inlinable, since it is applied to every header name: as a generic function, it would look up how to read each byte.
  @inlinable package var asciiLowercased: String {
    guard utf8.contains(where: { $0.isASCIIUppercase }) else { return String(self) }
    return String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self)
  }
}

extension String {
  /// `nil` if the bytes are not UTF-8.
  @inlinable package init?(utf8 bytes: some Collection<UInt8>) {
    if #available(macOS 15, iOS 18, *) {
      self.init(validating: bytes, as: UTF8.self)
    } else {
      self.init(decoding: bytes, as: UTF8.self)
      // Decoding replaces what is not UTF-8.
      guard utf8.elementsEqual(bytes) else { return nil }
    }
  }
}

/// A set of ASCII characters, with one bit for each.
package struct ASCIISet: Hashable, Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  package init(_ characters: StaticString) {
    characters.withUTF8Buffer { for byte in $0 { insert(byte) } }
  }

  package init(where isMember: (UInt8) -> Bool) {
    for byte in UInt8(0)..<0x80 where isMember(byte) { insert(byte) }
  }

  private mutating func insert(_ byte: UInt8) {
    if byte < 64 { low |= 1 << UInt64(byte) } else if byte < 128 { high |= 1 << UInt64(byte - 64) }
  }

  package func contains(_ byte: UInt8) -> Bool {
    byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte < 128 && high >> UInt64(byte - 64) & 1 == 1
  }

  package func union(_ other: ASCIISet) -> ASCIISet {
    var result = self
    result.low |= other.low
    result.high |= other.high
    return result
  }

  package func subtracting(_ other: ASCIISet) -> ASCIISet {
    var result = self
    result.low &= ~other.low
    result.high &= ~other.high
    return result
  }

  package static let alphanumerics = ASCIISet { $0.isASCIIAlphanumeric }
  /// Visible characters: neither control characters nor the space.
  package static let graphic = ASCIISet { $0 > 0x20 && $0 < 0x7F }
  /// The characters of a token other than letters and digits.
  package static let tokenMarks = ASCIISet("!#$%&'*+-.^_`|~")
}

extension ASCIISet: ExpressibleByStringLiteral {
  package init(stringLiteral value: StaticString) { self.init(value) }
}

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

extension BidirectionalCollection where Element: Equatable {
  /// The number of equal elements at the start of both collections, and of those at the end of what follows.
  package func equalEnds(with other: some BidirectionalCollection<Element>) -> (head: Int, tail: Int) {
    let head = zip(self, other).prefix { $0 == $1 }.count
    let tail = zip(dropFirst(head).reversed(), other.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    return (head, tail)
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

/// Splits text into lines that end with LF or CRLF.
package enum LineEnds {
  /// The lines without their line breaks. The text after the last one is also a line, even if it is empty.
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
