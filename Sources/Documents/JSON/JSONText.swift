import Basics

/// The small rules of JSON text that scanner and walker share.
enum JSONText {
  /// Whether `i..<end`, shorter than a literal, may be the start of one.
  static func literalBegins(_ base: UnsafeRawPointer, _ i: Int, _ end: Int) -> Bool {
    let text = UnsafeRawBufferPointer(start: base + i, count: end - i)
    return ["true", "false", "null"].contains { $0.utf8.starts(with: text) }
  }

  /// The end of the string that opens at `start` (after its quote) in valid text, or `end`.
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
    while i < end, JSONGrammar.continuesWord(base.load(fromByteOffset: i, as: UInt8.self)) {
      i &+= 1
      if i &- start == LongTokens.minimum, let known = long.end(ofTokenAt: start) { return min(known, end) }
    }
    return i
  }
}
