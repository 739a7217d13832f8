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
