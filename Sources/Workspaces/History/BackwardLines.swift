import Basics

/// The lines of a file from its end, read in blocks, so that reading the newest entries does not depend on the older
/// ones.
struct BackwardLines {
  struct Line {
    var bytes: [UInt8]
    /// In bytes from the start of the file.
    var offset: Int
    /// Whether a line break follows; an incompletely written last line has none.
    var isComplete: Bool

    /// The offset after its line break.
    var end: Int { offset + bytes.count + (isComplete ? 1 : 0) }
  }

  private let path: String
  private let files: FileSystem
  private let blockSize: Int
  /// A part of the file, starting at `start`.
  private var block: [UInt8] = []
  private var start: Int
  /// The offsets of the line breaks in the block that were not passed yet.
  private var breaks: [Int] = []
  /// Where the next line ends in the block.
  private var end = 0
  /// The rest of that line, which lies after the block: its pieces, the last one first.
  private var rest: [[UInt8]] = []
  private var isComplete = true
  private var isStarted = false
  private var isEnded = false

  /// - Parameter end: where to start, `nil` for the end of the file.
  init(path: String, files: FileSystem, end: Int? = nil, block: Int = 1 << 20) {
    self.path = path
    self.files = files
    blockSize = block
    start = end ?? -1
  }

  /// The line before the last one returned; `nil` at the start of the file. Complete lines that `mayPass` rejects are
  /// skipped in place, without a copy.
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
        let isEmpty = end == 0 && rest.isEmpty
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
    if end > 0 { rest.append(Array(block[..<end])) }
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
      rest = []
      isComplete = true
    }
    if rest.isEmpty {
      let passes = block.withUnsafeBytes { mayPass(UnsafeRawBufferPointer(rebasing: $0[index..<end])) }
      guard passes || !isComplete else { return nil }
      return Line(bytes: Array(block[index..<end]), offset: start + index, isComplete: isComplete)
    }
    let bytes = Array(([Array(block[index..<end])] + rest.reversed()).joined())
    guard !isComplete || bytes.withUnsafeBytes({ mayPass($0) }) else { return nil }
    return Line(bytes: bytes, offset: start + index, isComplete: isComplete)
  }
}
