/// ISO-2022-JP (RFC 1468, and the katakana of the Encoding Standard section 13.2): seven bits, with escape sequences
/// that select the character set of the following bytes. Converted to EUC-JP, which is stateless.
struct EscapedJapanese {
  /// System names of EUC-JP.
  static let extendedCharset = "EUC-JP-MS EUCJP-MS EUC-JP"

  private enum Plane {
    case ascii, katakana, kanji
  }

  private static let escape: UInt8 = 0x1B
  private var plane = Plane.ascii

  /// The start of `bytes` in EUC-JP, in which each invalid byte stays one invalid byte, and the number of bytes
  /// consumed.
  mutating func extended(_ bytes: UnsafeRawBufferPointer, isFinal: Bool) -> (text: [UInt8], count: Int) {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var i = 0
    while i < bytes.count {
      let byte = bytes[i]
      if byte == Self.escape {
        if !isFinal, bytes.count - i < 3 { break }
        i += switchPlane(bytes, at: i, &text)
      } else if byte == 0x0A || byte == 0x0D {
        // A line begins in ASCII, so a missing escape affects only its line.
        plane = .ascii
        text.append(byte)
        i += 1
      } else if plane == .kanji, (0x21...0x7E).contains(byte) {
        guard i + 1 < bytes.count else {
          if isFinal { text.append(Self.meaningless) }
          return (text, isFinal ? bytes.count : i)
        }
        i += putKanji(byte, bytes[i + 1], &text)
      } else {
        put(byte, &text)
        i += 1
      }
    }
    return (text, i)
  }

  /// A byte that is invalid in EUC-JP.
  private static let meaningless: UInt8 = 0xFF

  /// The length of the escape sequence; an unknown one counts as one invalid byte.
  private mutating func switchPlane(_ bytes: UnsafeRawBufferPointer, at i: Int, _ text: inout [UInt8]) -> Int {
    guard bytes.count - i >= 3 else {
      text.append(Self.meaningless)
      return 1
    }
    switch (bytes[i + 1], bytes[i + 2]) {
    case (0x28, 0x42), (0x28, 0x4A): plane = .ascii
    case (0x28, 0x49): plane = .katakana
    case (0x24, 0x40), (0x24, 0x42): plane = .kanji
    default:
      text.append(Self.meaningless)
      return 1
    }
    return 3
  }

  private func putKanji(_ first: UInt8, _ second: UInt8, _ text: inout [UInt8]) -> Int {
    guard (0x21...0x7E).contains(second) else {
      text.append(Self.meaningless)
      return 1
    }
    text += [first | 0x80, second | 0x80]
    return 2
  }

  private func put(_ byte: UInt8, _ text: inout [UInt8]) {
    if byte >= 0x80 { return text.append(Self.meaningless) }
    // EUC-JP's single shift.
    if plane == .katakana, (0x21...0x5F).contains(byte) { text.append(0x8E) }
    text.append(plane == .katakana && (0x21...0x5F).contains(byte) ? byte | 0x80 : byte)
  }
}
