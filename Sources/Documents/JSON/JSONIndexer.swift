/// Collects the checkpoints of a JSON text while it is scanned.
struct JSONIndexer: JSONEvents {
  /// Complete blocks that have not been taken yet.
  private var blocks: [JSONBlock] = []
  private(set) var longTokens = LongTokens()
  private(set) var current = JSONBlock(offset: 0, line: 0, depth: 0, minimumDepth: 0)
  /// The last pretty line that has started.
  private(set) var line = 0
  private(set) var documents = 1
  private var tokenStart: Int?
  private var next = JSONBlock.size

  /// The blocks completed since the last call.
  mutating func takeBlocks() -> [JSONBlock] {
    defer { blocks.removeAll(keepingCapacity: true) }
    return blocks
  }

  @inline(__always)
  mutating func opened(at offset: Int, object: Bool, depth: Int) {}

  @inline(__always)
  mutating func firstChild(at offset: Int, depth: Int) {
    line &+= 1
    if offset >= next { startBlock(at: offset, line: line, depth: depth) }
  }

  @inline(__always)
  mutating func comma(at offset: Int, depth: Int) {
    line &+= 1
    if depth == Int(current.minimumDepth) { current.commas &+= 1 }
    if offset >= next { startBlock(at: offset &+ 1, line: line, depth: depth) }
  }

  @inline(__always)
  mutating func colon(at offset: Int) {}

  @inline(__always)
  mutating func closed(at offset: Int, object: Bool, isEmpty: Bool, depth: Int) {
    if !isEmpty { line &+= 1 }
    if depth < Int(current.minimumDepth) {
      current.minimumDepth = Int32(truncatingIfNeeded: depth)
      current.commas = 0
    }
    if offset >= next { startBlock(at: offset &+ 1, line: line &+ 1, depth: depth) }
  }

  @inline(__always)
  mutating func scalar(from start: Int, to end: Int, isComplete: Bool) {
    if isComplete, tokenStart == nil, end &- start < LongTokens.minimum { return }
    longScalar(from: start, to: end, isComplete: isComplete)
  }

  @inline(never)
  private mutating func longScalar(from start: Int, to end: Int, isComplete: Bool) {
    let first = tokenStart ?? start
    tokenStart = isComplete ? nil : first
    if isComplete, end - first >= LongTokens.minimum { longTokens.add(first..<end) }
  }

  mutating func nextDocument(at offset: Int) {
    line += 1
    documents += 1
    if offset >= next { startBlock(at: offset, line: line, depth: 0) }
  }

  @inline(never)
  private mutating func startBlock(at offset: Int, line: Int, depth: Int) {
    blocks.append(current)
    let depth = Int32(truncatingIfNeeded: depth)
    current = JSONBlock(offset: offset, line: line, depth: depth, minimumDepth: depth)
    next = offset &+ JSONBlock.size
  }
}
