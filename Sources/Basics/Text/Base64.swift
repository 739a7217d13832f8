/// Base64 and base64url (RFC 4648, sections 4 and 5).
package enum Base64 {
  package enum Alphabet: Sendable {
    /// With `+` and `/`.
    case standard
    /// With `-` and `_`, which have no other meaning in URLs and file names.
    case url

    fileprivate var lastTwo: (UInt8, UInt8) {
      self == .standard ? (UInt8(ascii: "+"), UInt8(ascii: "/")) : (UInt8(ascii: "-"), UInt8(ascii: "_"))
    }
  }

  private static let padding = UInt8(ascii: "=")

  /// - Parameter isPadded: whether `=` pads the last group of four.
  package static func encode(
    _ bytes: some Sequence<UInt8>, _ alphabet: Alphabet = .standard, isPadded: Bool = true
  ) -> String {
    String(decoding: encodedBytes(bytes, alphabet, isPadded: isPadded), as: UTF8.self)
  }

  package static func encodedBytes(
    _ bytes: some Sequence<UInt8>, _ alphabet: Alphabet = .standard, isPadded: Bool = true
  ) -> [UInt8] {
    let digits = digits(alphabet)
    var output: [UInt8] = []
    output.reserveCapacity((bytes.underestimatedCount + 2) / 3 * 4)
    var (group, bits): (UInt32, UInt32) = (0, 0)
    for byte in bytes {
      group = group << 8 | UInt32(byte)
      bits += 8
      if bits == 24 {
        output.append(digits[Int(group >> 18 & 63)])
        output.append(digits[Int(group >> 12 & 63)])
        output.append(digits[Int(group >> 6 & 63)])
        output.append(digits[Int(group & 63)])
        (group, bits) = (0, 0)
      }
    }
    if bits > 0 {
      let left = group << (24 - bits)
      for place in 0...(bits / 8) { output.append(digits[Int(left >> (18 - 6 * place) & 63)]) }
      if isPadded { output += [UInt8](repeating: padding, count: bits == 8 ? 2 : 1) }
    }
    return output
  }

  /// The decoded bytes if every character belongs to the alphabet and `=` pads the last group of four; `nil` otherwise
  /// (RFC 4648, section 3).
  package static func decode(_ text: some StringProtocol, _ alphabet: Alphabet = .standard) -> [UInt8]? {
    let bytes = Array(text.utf8)
    let filled = bytes.reversed().prefix { $0 == padding }.count
    guard bytes.count % 4 == 0, filled <= 2 else { return nil }
    return values(bytes.dropLast(filled), alphabets: [alphabet])
  }

  /// Accepts pasted and archived text: with or without `=`, in either alphabet, on several lines.
  package static func decodeLeniently(
    _ text: some Sequence<UInt8>, _ alphabets: [Alphabet] = [.standard, .url]
  ) -> [UInt8]? {
    values(text.lazy.filter { $0 != padding && $0 != 0x0A && $0 != 0x0D }, alphabets: alphabets)
  }

  private static func values(_ text: some Sequence<UInt8>, alphabets: [Alphabet]) -> [UInt8]? {
    let values = table(alphabets)
    var output: [UInt8] = []
    output.reserveCapacity(text.underestimatedCount / 4 * 3)
    var (group, bits): (UInt32, UInt32) = (0, 0)
    for byte in text {
      let value = values[Int(byte)]
      guard value < 64 else { return nil }
      group = group << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        output.append(UInt8(truncatingIfNeeded: group >> bits))
      }
    }
    // A single leftover character encodes less than a byte.
    return bits < 6 ? output : nil
  }

  private static func digits(_ alphabet: Alphabet) -> [UInt8] {
    let (next, last) = alphabet.lastTwo
    return Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8) + [next, last]
  }

  private static func table(_ alphabets: [Alphabet]) -> [UInt8] {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for alphabet in alphabets {
      for (value, digit) in digits(alphabet).enumerated() { values[Int(digit)] = UInt8(value) }
    }
    return values
  }
}

/// Numbers and bytes in base 16.
package enum Hexadecimal {
  /// Two digits per byte.
  package static func text(_ bytes: some Sequence<UInt8>, uppercase: Bool = false) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * bytes.underestimatedCount)
    for byte in bytes { append(byte, to: &digits, uppercase: uppercase) }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The number, padded with zeros to at least `digits` digits.
  package static func text(_ number: some UnsignedInteger, digits: Int, uppercase: Bool = false) -> String {
    let text = String(number, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  /// The bytes of pairs of digits; `nil` for anything else.
  package static func bytes(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for byte in text {
      guard let value = byte.hexValue else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? bytes : nil
  }

  package static func append(_ byte: UInt8, to output: inout [UInt8], uppercase: Bool) {
    output.append(digit(byte >> 4, uppercase: uppercase))
    output.append(digit(byte & 15, uppercase: uppercase))
  }

  /// The digit for a number below 16.
  package static func digit(_ value: UInt8, uppercase: Bool = false) -> UInt8 {
    value < 10 ? 0x30 + value : (uppercase ? 0x37 : 0x57) + value
  }
}

extension UInt8 {
  @inlinable package var isHexDigit: Bool { self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 6 }

  /// The value of a hexadecimal digit.
  package var hexValue: UInt8? {
    guard isHexDigit else { return nil }
    return isASCIIDigit ? self - 0x30 : (self | 0x20) - 0x57
  }
}

extension Unicode.Scalar {
  /// The value of a hexadecimal digit.
  package var hexValue: UInt8? { UInt8(exactly: value)?.hexValue }
}
