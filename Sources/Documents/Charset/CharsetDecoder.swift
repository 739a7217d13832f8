import Basics

/// Converts text in any charset to UTF-8. Invalid bytes become U+FFFD.
package struct CharsetDecoder: TextTransform {
  private let charset: Charset
  private var isAtStart = true
  private var japanese = EscapedJapanese()

  package init(_ charset: Charset) { self.charset = charset }

  /// See `TextTransform`: an incomplete character at the end is left for the next call.
  /// - Returns: the number of bytes consumed.
  package mutating func transform(_ bytes: UnsafeRawBufferPointer, isFinal: Bool, into output: inout [UInt8]) -> Int {
    switch charset.decoding {
    case .utf8: output.append(contentsOf: bytes)
    case .utf16(let isLittle): return wide(bytes, isLittle, isFinal: isFinal, into: &output)
    case .windows1252: single(bytes, into: &output)
    case .userDefined:
      for byte in bytes { append(byte < 0x80 ? UInt32(byte) : 0xF700 + UInt32(byte), to: &output) }
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
    // A byte order mark only repeats the charset, which is known by now.
    if isAtStart, output[start...].starts(with: [0xEF, 0xBB, 0xBF]) { output.removeSubrange(start..<start + 3) }
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
