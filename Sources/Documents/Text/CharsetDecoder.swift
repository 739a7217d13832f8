/// Turns text of any charset into UTF-8. What has no meaning becomes U+FFFD.
struct CharsetDecoder: DocumentTransform {
  private let charset: Charset
  private var isAtStart = true

  init(_ charset: Charset) { self.charset = charset }

  mutating func transform(_ bytes: UnsafeRawBufferPointer, isFinal: Bool, into output: inout [UInt8]) -> Int {
    switch charset {
    case .utf8:
      output.append(contentsOf: bytes)
      return bytes.count
    case .utf16LittleEndian, .utf16BigEndian: return wide(bytes, isFinal: isFinal, into: &output)
    case .windows1252, .latin9:
      for byte in bytes { append(single(byte), to: &output) }
      return bytes.count
    }
  }

  private func single(_ byte: UInt8) -> UInt32 {
    if byte < 0x80 { return UInt32(byte) }
    if charset == .windows1252 { return byte < 0xA0 ? Self.windows[Int(byte) - 0x80] : UInt32(byte) }
    return Self.latin9[byte] ?? UInt32(byte)
  }

  private mutating func wide(_ bytes: UnsafeRawBufferPointer, isFinal: Bool, into output: inout [UInt8]) -> Int {
    var i = 0
    while i + 1 < bytes.count {
      let unit = unit(bytes, i)
      if isAtStart, unit == 0xFEFF {
        i += 2
        isAtStart = false
        continue
      }
      isAtStart = false
      if unit & 0xFC00 == 0xD800 {
        if i + 3 >= bytes.count, !isFinal { return i }
        if i + 3 < bytes.count {
          let low = self.unit(bytes, i + 2)
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

  private func unit(_ bytes: UnsafeRawBufferPointer, _ i: Int) -> UInt32 {
    charset == .utf16LittleEndian
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
  private static let latin9: [UInt8: UInt32] = [
    0xA4: 0x20AC, 0xA6: 0x160, 0xA8: 0x161, 0xB4: 0x17D, 0xB8: 0x17E, 0xBC: 0x152, 0xBD: 0x153, 0xBE: 0x178,
  ]
}
