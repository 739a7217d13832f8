/// Encodes and decodes JSON strings (RFC 8259, section 7).
package enum JSONString {
  /// The text as a JSON string, with its quotes.
  package static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 2)
    write(text, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the text with its quotes.
  package static func write(_ text: String, into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    escape(text.utf8, into: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends the escaped text, without quotes. Pieces of a text can be escaped separately. All control characters are
  /// escaped, including DEL, which a terminal would interpret.
  package static func escape(_ text: some Sequence<UInt8>, into bytes: inout [UInt8]) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x0A: bytes += "\\n".utf8
      case 0x0D: bytes += "\\r".utf8
      case 0x09: bytes += "\\t".utf8
      case 0..<0x20, 0x7F:
        bytes += "\\u00".utf8
        Hexadecimal.append(byte, to: &bytes, uppercase: false)
      default: bytes.append(byte)
      }
    }
  }

  /// The content of a string with its quotes; `nil` if there are none. A lone surrogate becomes U+FFFD; an invalid
  /// escape is kept as it is.
  package static func decoded(_ source: UnsafeRawBufferPointer) -> String? {
    guard source.count >= 2, source.first == 0x22, source.last == 0x22 else { return nil }
    let content = UnsafeRawBufferPointer(rebasing: source[1..<source.count - 1])
    guard let base = content.baseAddress, ByteSearch.contains(0x5C, in: content) else {
      return String(decoding: content, as: UTF8.self)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(content.count)
    var i = 0
    while i < content.count {
      if content[i] == 0x5C, JSONGrammar.escape(base, i, content.count) > 0 {
        i += append(escapeAt: i, base, content.count, to: &bytes)
      } else {
        bytes.append(content[i])
        i += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  package static func decoded(_ source: some Collection<UInt8>) -> String? {
    Array(source).withUnsafeBytes { decoded($0) }
  }

  /// Appends the character that a valid escape represents, combining surrogate pairs.
  /// - Returns: the number of bytes read.
  private static func append(escapeAt i: Int, _ base: UnsafeRawPointer, _ end: Int, to bytes: inout [UInt8]) -> Int {
    let kind = base.load(fromByteOffset: i + 1, as: UInt8.self)
    guard kind == UInt8(ascii: "u") else {
      bytes.append(simple(kind))
      return 2
    }
    let (scalar, length) = scalar(escapedAt: i, base, end)
    bytes += String(scalar ?? "\u{FFFD}").utf8
    return length
  }

  /// The scalar that the escape `\uXXXX` at `i` represents, alone or as a surrogate pair, and its length in bytes.
  /// - Returns: `nil` with length 6 for a lone surrogate, with length 0 for anything but this escape.
  package static func scalar(
    escapedAt i: Int, _ base: UnsafeRawPointer, _ end: Int
  ) -> (scalar: Unicode.Scalar?, length: Int) {
    guard base.load(fromByteOffset: i, as: UInt8.self) == 0x5C, JSONGrammar.escape(base, i, end) == 6 else {
      return (nil, 0)
    }
    let high = unit(base, i + 2)
    if high & 0xFC00 == 0xD800, i + 7 < end, base.load(fromByteOffset: i + 6, as: UInt8.self) == 0x5C,
      JSONGrammar.escape(base, i + 6, end) == 6
    {
      let low = unit(base, i + 8)
      if low & 0xFC00 == 0xDC00, let scalar = Unicode.Scalar(0x10000 + ((high & 0x3FF) << 10 | low & 0x3FF)) {
        return (scalar, 12)
      }
    }
    return (Unicode.Scalar(high), 6)
  }

  package static func scalar(
    escapedAt place: Int, in text: [UInt8]
  ) -> (scalar: Unicode.Scalar?, length: Int) {
    text.withUnsafeBytes { raw in raw.baseAddress.map { scalar(escapedAt: place, $0, raw.count) } ?? (nil, 0) }
  }

  private static func simple(_ kind: UInt8) -> UInt8 {
    switch kind {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: kind
    }
  }

  private static func unit(_ base: UnsafeRawPointer, _ start: Int) -> UInt32 {
    (start..<start + 4).reduce(0) { value, place in
      value << 4 | UInt32(base.load(fromByteOffset: place, as: UInt8.self).hexValue ?? 0)
    }
  }
}

/// Escapes the names in a JSON pointer (RFC 6901).
package enum JSONPointer {
  package static func escaped(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return name }
    return replacing("/", by: "~1", in: replacing("~", by: "~0", in: name))
  }

  package static func unescaped(_ step: some StringProtocol) -> String {
    guard step.utf8.contains(UInt8(ascii: "~")) else { return String(step) }
    return replacing("~0", by: "~", in: replacing("~1", by: "/", in: String(step)))
  }

  /// Works on bytes, because a combining mark makes another character of the sign before it.
  private static func replacing(_ part: String, by other: String, in text: String) -> String {
    String(decoding: Array(text.utf8).replacing(Array(part.utf8), with: Array(other.utf8)), as: UTF8.self)
  }
}
