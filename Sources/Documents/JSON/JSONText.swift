/// The small rules of JSON text that scanner and walker share.
enum JSONText {
  /// The length of the escape at `i`; 0 when it is cut off by `end`, -1 when it is not one.
  @inline(__always)
  static func escape(_ base: UnsafeRawPointer, _ i: Int, _ end: Int) -> Int {
    guard i &+ 1 < end else { return 0 }
    switch base.load(fromByteOffset: i &+ 1, as: UInt8.self) {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: return 2
    case 0x75:
      var k = i &+ 2
      while k < min(i &+ 6, end) {
        guard isHex(base.load(fromByteOffset: k, as: UInt8.self)) else { return -1 }
        k &+= 1
      }
      return k == i &+ 6 ? 6 : 0
    default: return -1
    }
  }

  @inline(__always)
  static func isHex(_ c: UInt8) -> Bool { c &- 0x30 < 10 || (c | 0x20) &- 0x61 < 6 }

  /// Characters that cannot follow a number or a literal directly.
  @inline(__always)
  static func continuesWord(_ c: UInt8) -> Bool {
    c &- 0x30 < 10 || (c | 0x20) &- 0x61 < 26 || c == 0x2E || c == 0x2B || c == 0x2D || c == 0x5F
  }

  /// Whether `i..<end`, shorter than a literal, could still become one.
  static func literalBegins(_ base: UnsafeRawPointer, _ i: Int, _ end: Int) -> Bool {
    let text = UnsafeRawBufferPointer(start: base + i, count: end - i)
    return ["true", "false", "null"].contains { $0.utf8.starts(with: text) }
  }

  /// The end of the string that opens at `start` (just behind its quote) in text known to be valid, or `end`.
  @inline(__always)
  static func stringEnd(_ base: UnsafeRawPointer, _ start: Int, _ end: Int, long: LongTokens) -> Int {
    var i = start &+ 1
    while true {
      while i &+ 8 <= end {
        let hits = WordScan.quoteOrBackslash(WordScan.load(base, i))
        if hits != 0 {
          i &+= WordScan.firstByte(of: hits)
          break
        }
        i &+= 8
        if i &- start > LongTokens.minimum, let known = long.end(ofTokenAt: start) { return min(known, end) }
      }
      guard i < end else { return end }
      let c = base.load(fromByteOffset: i, as: UInt8.self)
      if c == 0x22 { return i &+ 1 }
      i &+= c == 0x5C ? 2 : 1
      if i >= end { return end }
    }
  }
}

extension JSONText {
  /// The end of the number or literal that starts at `start`.
  @inline(__always)
  static func wordEnd(_ base: UnsafeRawPointer, _ start: Int, _ end: Int, long: LongTokens) -> Int {
    var i = start &+ 1
    while i < end, continuesWord(base.load(fromByteOffset: i, as: UInt8.self)) {
      i &+= 1
      if i &- start == LongTokens.minimum, let known = long.end(ofTokenAt: start) { return min(known, end) }
    }
    return i
  }
}
