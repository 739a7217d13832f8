import Basics

/// Reads the lines of a file from its end, in blocks, so that reading the newest entries does not depend on the older
/// ones. A line may hold bodies of 64 MB; `most` limits how much of it is held in memory.
struct BackwardLines {
  struct Line {
    /// The line, or its start.
    var bytes: [UInt8]
    /// In bytes from the start of the file.
    var offset: Int
    /// In bytes, without its line break.
    var length: Int
    /// The last byte; `nil` for an empty line.
    var last: UInt8?
    /// True if a line break follows; an incompletely written last line has none.
    var isComplete: Bool

    /// The offset after its line break.
    var end: Int { offset + length + (isComplete ? 1 : 0) }
  }

  private let path: String
  private let files: FileSystem
  private let blockSize: Int
  /// The maximum number of bytes returned for a line.
  private let most: Int
  /// A part of the file, starting at `start`.
  private var block: [UInt8] = []
  private var start: Int
  /// The offsets of line breaks in the block that were not passed yet.
  private var breaks: [Int] = []
  /// The end of the next line in the block.
  private var end = 0
  /// The rest of that line, which lies after the block.
  private var rest = Rest()
  private var isComplete = true
  private var isStarted = false
  private var isEnded = false

  /// The rest of a line, as far as it is needed.
  private struct Rest {
    /// The last one first.
    var pieces: [[UInt8]] = []
    var length = 0
    var last: UInt8?

    mutating func prepend(_ piece: ArraySlice<UInt8>, most: Int) {
      last = last ?? piece.last
      length += piece.count
      pieces.append(Array(piece.prefix(most)))
      // Bytes beyond `most` are not needed.
      if piece.count >= most { pieces.removeFirst(pieces.count - 1) }
    }
  }

  /// - Parameters:
  ///   - end: the position to start from, `nil` for the end of the file.
  ///   - most: the maximum number of bytes from the start of a line; `whole` reads the others.
  init(path: String, files: FileSystem, end: Int? = nil, most: Int = .max, block: Int = 1 << 20) {
    self.path = path
    self.files = files
    self.most = most
    blockSize = block
    start = end ?? -1
  }

  /// The line before the last one returned; `nil` at the start of the file. Complete lines that `mayPass` rejects are
  /// skipped in place, without a copy; for a line that is longer than a block, it may see only the start.
  mutating func next(
    where mayPass: (UnsafeRawBufferPointer) -> Bool = { _ in true }
  ) throws(FileError) -> Line? {
    if !isStarted { try begin() }
    while !isEnded {
      while let cut = breaks.popLast() {
        if let line = line(from: cut + 1, where: mayPass) { return line }
      }
      if start > 0 {
        try readOlder()
      } else {
        isEnded = true
        let isEmpty = end == 0 && rest.length == 0
        if !isEmpty, let line = line(from: 0, where: mayPass) { return line }
      }
    }
    return nil
  }

  private mutating func begin() throws(FileError) {
    isStarted = true
    let isWhole = start < 0
    if isWhole { start = try files.stamp(path)?.size ?? 0 }
    guard start > 0 else { return }
    let hasBreak = try files.readPart(path, start - 1, 1) == [0x0A]
    if hasBreak { start -= 1 } else if isWhole { isComplete = false }
  }

  private mutating func readOlder() throws(FileError) {
    if end > 0 { rest.prepend(block[..<end], most: most) }
    let length = min(blockSize, start)
    block = try files.readPart(path, start - length, length)
    start -= length
    // The file was truncated meanwhile: nothing before this point can be read.
    if block.count < length { start = 0 }
    end = block.count
    block.withUnsafeBytes { raw in ByteSearch.append(every: 0x0A, in: raw, to: &breaks) }
  }

  /// The line that starts there; the one before it is next.
  private mutating func line(from index: Int, where mayPass: (UnsafeRawBufferPointer) -> Bool) -> Line? {
    defer {
      end = max(0, index - 1)
      rest = Rest()
      isComplete = true
    }
    let length = end - index + rest.length
    let last = rest.last ?? (end > index ? block[end - 1] : nil)
    func line(_ bytes: [UInt8]) -> Line {
      Line(bytes: bytes, offset: start + index, length: length, last: last, isComplete: isComplete)
    }
    if rest.length == 0 {
      let passes = block.withUnsafeBytes { mayPass(UnsafeRawBufferPointer(rebasing: $0[index..<end])) }
      guard passes || !isComplete else { return nil }
      return line(Array(block[index..<end].prefix(most)))
    }
    // Appended piece by piece: a joined sequence is copied byte by byte.
    var bytes = Array(block[index..<end].prefix(most))
    bytes.reserveCapacity(min(length, most))
    for piece in rest.pieces.reversed() where bytes.count < most { bytes += piece.prefix(most - bytes.count) }
    guard !isComplete || bytes.withUnsafeBytes({ mayPass($0) }) else { return nil }
    return line(bytes)
  }

  /// All bytes of a returned line.
  func whole(_ line: Line) throws(FileError) -> [UInt8] {
    line.bytes.count == line.length ? line.bytes : try files.readPart(path, line.offset, line.length)
  }
}
