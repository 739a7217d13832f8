/// Tests eight bytes at once (SIMD within a register).
///
/// In each result the high bit of a byte is set if the test is true; the lowest set bit is always exact.
enum WordScan {
  static let ones: UInt64 = 0x0101_0101_0101_0101
  static let highs: UInt64 = 0x8080_8080_8080_8080

  /// A word whose every byte is `byte`.
  @inline(__always)
  static func broadcast(_ byte: UInt8) -> UInt64 { UInt64(byte) &* ones }

  /// Bytes that end a run of plain string content: quote, backslash, control characters, and everything beyond ASCII.
  @inline(__always)
  static func endsPlainString(_ word: UInt64) -> UInt64 {
    let quote = word ^ broadcast(0x22)
    let backslash = word ^ broadcast(0x5C)
    let hits =
      ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | ((word &- broadcast(0x20)) & ~word) | word
    return hits & highs
  }

  /// Quotes and backslashes: all that matters in a valid string.
  @inline(__always)
  static func quoteOrBackslash(_ word: UInt64) -> UInt64 {
    let quote = word ^ broadcast(0x22)
    let backslash = word ^ broadcast(0x5C)
    return (((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)) & highs
  }

  /// Exact in every byte, so that the results can be counted.
  @inline(__always)
  static func equal(_ word: UInt64, to byte: UInt64) -> UInt64 {
    let difference = word ^ byte
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    return ~(((difference & low) &+ low) | difference | low)
  }

  @inline(__always)
  static func load(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  @inline(__always)
  static func firstByte(of hits: UInt64) -> Int { hits.trailingZeroBitCount &>> 3 }
}
