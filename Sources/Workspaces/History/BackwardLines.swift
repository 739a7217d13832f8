import Bytes

/// The lines of a file from its end, read in blocks, so that the newest entries cost nothing of the older ones.
struct BackwardLines {
  struct Line {
    var bytes: [UInt8]
    /// In bytes from the start of the file.
    var offset: Int
    /// Whether a line break follows; the last line of a file that was torn has none.
    var isComplete: Bool
  }

  private let path: String
  private let files: FileSystem
  private let block: Int
  /// What has been read and not given out: the bytes from `start` on.
  private var pending: [UInt8] = []
  private var start: Int?
  private var endsWithBreak = true

  /// - Parameter end: where to begin, `nil` for the end of the file.
  init(path: String, files: FileSystem, end: Int? = nil, block: Int = 256 << 10) {
    self.path = path
    self.files = files
    self.block = block
    start = end
  }

  /// The line before the last one given; `nil` at the start of the file.
  mutating func next() throws(FileError) -> Line? {
    var position = 0
    if let start { position = start } else { position = try files.stamp(path)?.size ?? 0 }
    if start == nil, position > 0 {
      endsWithBreak = try files.readPart(path, position - 1, 1) == [0x0A]
      if endsWithBreak { position -= 1 }
    } else if start != nil, pending.isEmpty, position > 0, endsWithBreak {
      position -= try files.readPart(path, position - 1, 1) == [0x0A] ? 1 : 0
    }
    start = position
    var searched = 0
    while true {
      let end = pending.count - searched
      if let cut = pending.withUnsafeBytes({ ByteSearch.last(0x0A, in: $0, before: end) }) {
        return give(from: cut + 1, breakAt: cut)
      }
      searched = pending.count
      guard position > 0 else { break }
      let length = min(block, position)
      position -= length
      pending = try files.readPart(path, position, length) + pending
      start = position
    }
    return pending.isEmpty ? nil : give(from: 0, breakAt: 0)
  }

  private mutating func give(from index: Int, breakAt cut: Int) -> Line {
    let line = Line(bytes: Array(pending[index...]), offset: (start ?? 0) + index, isComplete: endsWithBreak)
    pending.removeSubrange(cut...)
    endsWithBreak = true
    return line
  }
}
