import Basics

/// The number of line feeds before each block of a text: enough to find any line by reading one block.
struct TextIndex: Sendable {
  static let block = 16 << 10

  /// The number of line feeds before the end of each complete block.
  private(set) var ends: [Int] = []
  /// The number of line feeds in the incomplete block, up to `limit`.
  private var partial = 0
  /// Everything before this offset has been counted.
  private(set) var limit = 0
  private var endsWithNewline = false

  /// The number of lines that have started; an empty text has none.
  var lineCount: Int { newlines + (limit > 0 && !endsWithNewline ? 1 : 0) }
  private var newlines: Int { (ends.last ?? 0) + partial }

  mutating func advance(_ text: UnsafeRawBufferPointer, to end: Int) {
    guard let base = text.baseAddress, end > limit else { return }
    while limit < end {
      let boundary = (limit / Self.block + 1) * Self.block
      let stop = min(boundary, end)
      partial += ByteCount.newlines(base, limit, stop)
      limit = stop
      if stop == boundary {
        ends.append((ends.last ?? 0) + partial)
        partial = 0
      }
    }
    endsWithNewline = text[end - 1] == 0x0A
  }

  /// The line, counted from 0, that contains `offset`.
  func line(at offset: Int, in text: UnsafeRawBufferPointer) -> Int {
    guard let base = text.baseAddress else { return 0 }
    let offset = max(0, min(offset, limit))
    let index = min(offset / Self.block, ends.count)
    let before = index == 0 ? 0 : ends[index - 1]
    return before + ByteCount.newlines(base, index * Self.block, offset)
  }

  /// The start of line `line`; `limit` if there are fewer lines.
  func offset(ofLine line: Int, in text: UnsafeRawBufferPointer) -> Int {
    guard line > 0, let base = text.baseAddress else { return 0 }
    guard line <= newlines else { return limit }
    // The block that contains line feed number `line` (counted from 1).
    let index = ends.partitioningIndex { $0 >= line }
    var left = line - (index == 0 ? 0 : ends[index - 1])
    var i = index * Self.block
    while i < limit {
      if base.load(fromByteOffset: i, as: UInt8.self) == 0x0A {
        left -= 1
        if left == 0 { return i + 1 }
      }
      i += 1
    }
    return limit
  }

  /// The end of the line that starts at `start`, without its line feed.
  func end(ofLineAt start: Int, line: Int, in text: UnsafeRawBufferPointer) -> Int {
    let next = offset(ofLine: line + 1, in: text)
    return next > start && text[next - 1] == 0x0A ? next - 1 : next
  }
}

/// Counts lines and columns of a text as it arrives.
struct TextPlace: Equatable, Sendable {
  private(set) var offset = 0
  /// The line, from 1.
  private(set) var line = 1
  /// The column in Unicode scalars, from 1.
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
