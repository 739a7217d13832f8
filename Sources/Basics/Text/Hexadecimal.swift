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
