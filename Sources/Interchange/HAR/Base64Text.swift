/// Base64 (RFC 4648, section 4) as archives carry bytes.
enum Base64Text {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// `nil` where a character does not belong; line ends are skipped.
  static func decode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (group, bits) = (UInt32(0), 0)
    for byte in text.utf8 where byte != UInt8(ascii: "=") && byte != 0x0A && byte != 0x0D {
      guard let value = alphabet.firstIndex(of: byte) else { return nil }
      group = (group & 0xFFFFF) << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(bits)))
      }
    }
    return bytes
  }

  /// Cut into lines of 76 characters (RFC 2045, section 6.8).
  static func lines(_ text: String) -> String {
    let bytes = Array(text.utf8)
    return stride(from: 0, to: bytes.count, by: 76).map { start in
      String(decoding: bytes[start..<min(start + 76, bytes.count)], as: UTF8.self)
    }.joined(separator: "\r\n")
  }

  static func encode(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let word = group.enumerated().reduce(UInt32(0)) { $0 | UInt32($1.element) << UInt32(16 - 8 * $1.offset) }
      for index in 0..<4 {
        let isFilled = index <= group.count
        output.append(isFilled ? alphabet[Int(word >> UInt32(18 - 6 * index)) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
