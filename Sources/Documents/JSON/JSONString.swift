/// The meaning of a JSON string (RFC 8259 section 7).
enum JSONString {
  /// The content of a string given with its quotes; `nil` when it is not one. A lone surrogate becomes U+FFFD.
  static func decoded(_ source: some RandomAccessCollection<UInt8>) -> String? {
    guard source.count >= 2, source.first == 0x22, source.last == 0x22 else { return nil }
    let content = Array(source.dropFirst().dropLast())
    guard content.contains(0x5C) else { return String(decoding: content, as: UTF8.self) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(content.count)
    var i = 0
    while i < content.count {
      guard content[i] == 0x5C, i + 1 < content.count else {
        bytes.append(content[i])
        i += 1
        continue
      }
      if content[i + 1] == 0x75 {
        bytes.append(contentsOf: String(unicode(content, &i)).utf8)
      } else {
        bytes.append(simple(content[i + 1]))
        i += 2
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func simple(_ c: UInt8) -> UInt8 {
    switch c {
    case 0x62: 0x08
    case 0x66: 0x0C
    case 0x6E: 0x0A
    case 0x72: 0x0D
    case 0x74: 0x09
    default: c
    }
  }

  private static func unicode(_ content: [UInt8], _ i: inout Int) -> Unicode.Scalar {
    let high = unit(content, i + 2)
    i += 6
    if high & 0xFC00 == 0xD800, i + 1 < content.count, content[i] == 0x5C, content[i + 1] == 0x75 {
      let low = unit(content, i + 2)
      if low & 0xFC00 == 0xDC00 {
        i += 6
        return Unicode.Scalar(0x10000 + ((high & 0x3FF) << 10 | low & 0x3FF)) ?? "\u{FFFD}"
      }
    }
    return Unicode.Scalar(high) ?? "\u{FFFD}"
  }

  private static func unit(_ content: [UInt8], _ start: Int) -> UInt32 {
    guard start + 4 <= content.count else { return 0xFFFD }
    return UInt32(String(decoding: content[start..<start + 4], as: UTF8.self), radix: 16) ?? 0xFFFD
  }
}
