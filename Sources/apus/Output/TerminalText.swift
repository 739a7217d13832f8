/// Bytes from outside as a terminal may show them: control characters become visible, the rest stays as it is.
///
/// Works on a stream: a character that is cut by the end of a piece waits for the next piece.
struct TerminalText {
  private var pending: [UInt8] = []

  /// The next piece, made harmless.
  mutating func shown(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    for byte in bytes { append(byte, to: &output) }
    return output
  }

  /// What was held back at the end.
  mutating func rest() -> [UInt8] {
    defer { pending = [] }
    return pending == [0x0d] ? Array("^M".utf8) : pending
  }

  static func shown(_ text: String) -> String {
    // Nearly every text is harmless as it is; what may follow 0xC2 is looked at byte by byte.
    let isHarmless = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f && $0 != 0xc2 || $0 == 0x0a || $0 == 0x09 }
    guard !isHarmless else { return text }
    var filter = TerminalText()
    return String(decoding: filter.shown(text.utf8) + filter.rest(), as: UTF8.self)
  }

  /// A text that must stay on one line: its line breaks and tabs become visible too.
  static func line(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f || $0 == 0xc2 }) else { return text }
    return shown(text).replacing("\r\n", with: "^M^J").replacing("\n", with: "^J").replacing("\t", with: "^I")
  }

  private mutating func append(_ byte: UInt8, to output: inout [UInt8]) {
    if pending == [0x0d] {
      pending = []
      output += byte == 0x0a ? [0x0d] : Array("^M".utf8)
    } else if pending == [0xc2] {
      pending = []
      if (0x80..<0xa0).contains(byte) {
        output += Array("<\(String(UInt32(byte), radix: 16, uppercase: true))>".utf8)
        return
      }
      output.append(0xc2)
    }
    switch byte {
    case 0x09, 0x0a: output.append(byte)
    case 0x0d, 0xc2: pending = [byte]
    case 0..<0x20: output += [UInt8(ascii: "^"), byte + 0x40]
    case 0x7f: output += Array("^?".utf8)
    default: output.append(byte)
    }
  }
}
