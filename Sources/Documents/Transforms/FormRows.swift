import Basics

/// Shows an `application/x-www-form-urlencoded` body as decoded rows of name and value.
struct FormRows: TextTransform {
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

  /// Appends the decoded text; line feeds are made visible, so that a row stays on one line.
  static func decode(_ bytes: some Collection<UInt8>, into output: inout [UInt8]) {
    for byte in PercentEncoding.decode(Array(bytes), plusIsSpace: true) {
      if byte == 0x0A { output.append(contentsOf: "\u{2424}".utf8) } else { output.append(byte) }
    }
  }
}
