import Basics

/// Finds the ends of tokens in text that the scanner has validated, without validating it again: rows "page of 100 MB"
/// and "key" of the budget. `JSONWalker`, `JSONCursor` and `JSONBrackets` read with it, from any checkpoint.
struct JSONText {
  let base: UnsafeRawPointer
  /// The end of the validated part.
  let limit: Int
  let longTokens: LongTokens

  @inline(__always)
  subscript(offset: Int) -> UInt8 { base.load(fromByteOffset: offset, as: UInt8.self) }

  /// Skips white space; returns `false` at the limit.
  @inline(__always)
  func skipSpace(_ offset: inout Int) -> Bool { JSONScanner.skipSpace(base, &offset, limit) }

  /// The end of the string, number or literal that starts at `start`, or the limit.
  @inline(__always)
  func scalarEnd(_ start: Int) -> Int { self[start] == 0x22 ? stringEnd(start, before: limit) : wordEnd(start) }

  /// The end of the string that opens at `start` (after its quote), or `end`.
  @inline(__always)
  func stringEnd(_ start: Int, before end: Int) -> Int {
    var i = start &+ 1
    while true {
      while i &+ 8 <= end {
        let hits = WordScan.quoteOrBackslash(WordScan.load(base, i))
        if hits != 0 {
          i &+= WordScan.firstByte(of: hits)
          break
        }
        i &+= 8
        if i &- start > LongTokens.minimum, let known = longTokens.end(ofTokenAt: start) { return min(known, end) }
      }
      guard i < end else { return end }
      let c = self[i]
      if c == 0x22 { return i &+ 1 }
      i &+= c == 0x5C ? 2 : 1
      if i >= end { return end }
    }
  }

  @inline(__always)
  private func wordEnd(_ start: Int) -> Int {
    var i = start &+ 1
    while i < limit, JSONGrammar.continuesWord(self[i]) {
      i &+= 1
      if i &- start == LongTokens.minimum, let known = longTokens.end(ofTokenAt: start) { return min(known, limit) }
    }
    return i
  }
}

/// The ends of the few tokens that are too long to rescan whenever a neighbouring value is shown.
struct LongTokens: Sendable {
  /// Tokens shorter than this, in bytes, are not listed.
  static let minimum = 16 << 10

  private var starts: [Int] = []
  private var ends: [Int] = []

  mutating func add(_ range: Range<Int>) {
    starts.append(range.lowerBound)
    ends.append(range.upperBound)
  }

  @inline(never)
  func end(ofTokenAt start: Int) -> Int? {
    let index = starts.partitioningIndex { $0 >= start }
    return index < starts.count && starts[index] == start ? ends[index] : nil
  }
}
