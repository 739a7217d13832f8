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
  /// What `isspace` accepts in the C locale.
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
  // Inlinable, since every header name passes it: as a generic function it would look up how to read each byte.
  @inlinable package var asciiLowercased: String {
    guard utf8.contains(where: { $0.isASCIIUppercase }) else { return String(self) }
    return String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self)
  }
}
