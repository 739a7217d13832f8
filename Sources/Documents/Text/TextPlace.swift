/// Counts lines and columns of a text that arrives in pieces.
struct TextPlace: Equatable, Sendable {
  private(set) var offset = 0
  /// Counted from 1.
  private(set) var line = 1
  /// In scalars, counted from 1.
  private(set) var column = 1

  mutating func pass(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
    let count = bytes.count
    let newlines = ByteCount.newlines(base, 0, count)
    var start = 0
    if newlines > 0 {
      start = count
      while base.load(fromByteOffset: start - 1, as: UInt8.self) != 0x0A { start -= 1 }
      column = 1
    }
    line += newlines
    column += ByteCount.scalars(base, start, count)
    offset += count
  }

  /// The place of `offset` in a complete text.
  static func of(_ offset: Int, in text: UnsafeRawBufferPointer) -> TextPlace {
    var place = TextPlace()
    place.pass(UnsafeRawBufferPointer(rebasing: text[..<min(max(0, offset), text.count)]))
    return place
  }
}

/// Counts certain bytes, eight at a time.
enum ByteCount {
  static func newlines(_ base: UnsafeRawPointer, _ start: Int, _ end: Int) -> Int {
    var i = start
    var count = 0
    let wanted = WordScan.broadcast(0x0A)
    while i &+ 8 <= end {
      count &+= WordScan.equal(WordScan.load(base, i), to: wanted).nonzeroBitCount
      i &+= 8
    }
    while i < end {
      if base.load(fromByteOffset: i, as: UInt8.self) == 0x0A { count &+= 1 }
      i &+= 1
    }
    return count
  }

  /// Bytes that are not UTF-8 continuations.
  static func scalars(_ base: UnsafeRawPointer, _ start: Int, _ end: Int) -> Int {
    var i = start
    var continuations = 0
    while i &+ 8 <= end {
      let word = WordScan.load(base, i)
      continuations &+= (word & ~(word << 1) & WordScan.highs).nonzeroBitCount
      i &+= 8
    }
    while i < end {
      if base.load(fromByteOffset: i, as: UInt8.self) & 0xC0 == 0x80 { continuations &+= 1 }
      i &+= 1
    }
    return end - start - continuations
  }
}
