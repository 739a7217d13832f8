/// Shows an `application/x-www-form-urlencoded` body as rows of name and value, decoded.
struct FormRows: DocumentTransform {
  mutating func transform(_ bytes: UnsafeRawBufferPointer, isFinal: Bool, into output: inout [UInt8]) -> Int {
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 0x26 { end += 1 }
      guard end < bytes.count || isFinal else { return start }
      if end > start { row(bytes[start..<end], into: &output) }
      start = end + 1
    }
    return bytes.count
  }

  private func row(_ pair: Slice<UnsafeRawBufferPointer>, into output: inout [UInt8]) {
    let equals = pair.firstIndex(of: 0x3D)
    Self.decode(pair[pair.startIndex..<(equals ?? pair.endIndex)], into: &output)
    if let equals {
      output.append(contentsOf: " = ".utf8)
      Self.decode(pair[(equals + 1)...], into: &output)
    }
    output.append(0x0A)
  }

  static func decode(_ bytes: some Collection<UInt8>, into output: inout [UInt8]) {
    let bytes = Array(bytes)
    var i = 0
    while i < bytes.count {
      var byte = bytes[i]
      if byte == 0x2B {
        byte = 0x20
      } else if byte == 0x25, i + 2 < bytes.count, let high = Self.digit(bytes[i + 1]),
        let low = Self.digit(bytes[i + 2])
      {
        byte = high << 4 | low
        i += 2
      }
      if byte == 0x0A { output.append(contentsOf: "\u{2424}".utf8) } else { output.append(byte) }
      i += 1
    }
  }

  private static func digit(_ c: UInt8) -> UInt8? {
    switch c {
    case 0x30...0x39: c - 0x30
    case 0x41...0x46, 0x61...0x66: (c | 0x20) - 0x61 + 10
    default: nil
    }
  }
}
