/// Converts text in any charset to UTF-8. Invalid bytes become U+FFFD.
package struct CharsetDecoder: Sendable {
  private let charset: Charset
  private var isAtStart = true
  private var japanese = EscapedJapanese()

  package init(_ charset: Charset) { self.charset = charset }

  /// Decodes the start of `bytes`; an incomplete character at the end is left for the next call.
  /// - Returns: the number of bytes consumed.
  package mutating func transform(_ bytes: UnsafeRawBufferPointer, isFinal: Bool, into output: inout [UInt8]) -> Int {
    switch charset.decoding {
    case .utf8: output.append(contentsOf: bytes)
    case .utf16(let isLittle): return wide(bytes, isLittle, isFinal: isFinal, into: &output)
    case .windows1252: single(bytes, into: &output)
    case .userDefined:
      for byte in bytes { append(byte < 0x80 ? UInt32(byte) : 0xF700 + UInt32(byte), to: &output) }
    case .replacement:
      if isAtStart, !bytes.isEmpty { append(0xFFFD, to: &output) }
      isAtStart = isAtStart && bytes.isEmpty
    case .iso2022jp:
      let (plain, count) = japanese.extended(bytes, isFinal: isFinal)
      _ = plain.withUnsafeBytes { converted($0, EscapedJapanese.extendedCharset, isFinal: true, into: &output) }
      return count
    case .converted(let name): return converted(bytes, name, isFinal: isFinal, into: &output)
    }
    return bytes.count
  }

  /// If the system does not support the charset, the bytes are decoded like those of an unknown charset on the web.
  private mutating func converted(
    _ bytes: UnsafeRawBufferPointer, _ name: String, isFinal: Bool, into output: inout [UInt8]
  ) -> Int {
    let start = output.count
    guard let count = TextConverter.convert(bytes, from: name, isFinal: isFinal, into: &output) else {
      single(bytes, into: &output)
      return bytes.count
    }
    // A byte order mark only repeats the charset, which is already known.
    if isAtStart, output[start...].starts(with: ByteOrderMark.utf8) { output.removeSubrange(start..<start + 3) }
    if count > 0 { isAtStart = false }
    return count
  }

  private func single(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) {
    for byte in bytes {
      append((0x80..<0xA0).contains(byte) ? Self.windows[Int(byte) - 0x80] : UInt32(byte), to: &output)
    }
  }

  private mutating func wide(
    _ bytes: UnsafeRawBufferPointer, _ isLittle: Bool, isFinal: Bool, into output: inout [UInt8]
  ) -> Int {
    var i = 0
    while i + 1 < bytes.count {
      let unit = unit(bytes, i, isLittle)
      if isAtStart, unit == 0xFEFF {
        i += 2
        isAtStart = false
        continue
      }
      isAtStart = false
      if unit & 0xFC00 == 0xD800 {
        if i + 3 >= bytes.count, !isFinal { return i }
        if i + 3 < bytes.count {
          let low = self.unit(bytes, i + 2, isLittle)
          if low & 0xFC00 == 0xDC00 {
            append(0x10000 + ((unit & 0x3FF) << 10 | low & 0x3FF), to: &output)
            i += 4
            continue
          }
        }
      }
      append(unit, to: &output)
      i += 2
    }
    guard isFinal, i < bytes.count else { return i }
    append(0xFFFD, to: &output)
    return bytes.count
  }

  private func unit(_ bytes: UnsafeRawBufferPointer, _ i: Int, _ isLittle: Bool) -> UInt32 {
    isLittle
      ? UInt32(bytes[i]) | UInt32(bytes[i + 1]) << 8 : UInt32(bytes[i]) << 8 | UInt32(bytes[i + 1])
  }

  private func append(_ value: UInt32, to output: inout [UInt8]) {
    if value < 0x80 { return output.append(UInt8(value)) }
    output.append(contentsOf: String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
  }

  private static let windows: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D, 0x8F,
    0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E,
    0x178,
  ]
}

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
