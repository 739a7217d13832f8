import Basics

/// The index of a JSON text so far: a value that can be queried while the indexer continues.
struct JSONIndex: Sendable {
  /// The blocks, sorted by offset. The last one grows with the text.
  var blocks: [JSONBlock] = [JSONBlock(offset: 0, line: 0, depth: 0, minimumDepth: 0)]
  var longTokens = LongTokens()
  /// Everything before this offset has been validated.
  var limit = 0
  /// The number of pretty lines that start before `limit`.
  var lineCount = 0
  /// The number of documents; more than one for JSON lines and concatenated JSON.
  var documents = 1

  func block(at offset: Int) -> Int { max(0, blocks.partitioningIndex { $0.offset > offset } - 1) }

  /// The last block that starts at or before the start of pretty line `line`.
  func block(ofLine line: Int) -> Int { max(0, blocks.partitioningIndex { $0.line > line } - 1) }

  func end(ofBlock index: Int) -> Int { index + 1 < blocks.count ? blocks[index + 1].offset : limit }

  /// The part of the text that has been validated; `nil` for an empty buffer.
  func validated(_ text: UnsafeRawBufferPointer) -> JSONText? {
    text.baseAddress.map { JSONText(base: $0, limit: min(limit, text.count), longTokens: longTokens) }
  }

  func walker(_ text: UnsafeRawBufferPointer, atBlock index: Int) -> JSONWalker? {
    guard blocks.indices.contains(index), let text = validated(text) else { return nil }
    let block = blocks[index]
    return JSONWalker(text: text, offset: block.offset, line: block.line, depth: Int(block.depth))
  }

  /// The pretty line that contains `offset`; for white space, the line before it.
  func line(at offset: Int, in text: UnsafeRawBufferPointer) -> JSONLine? {
    var index = block(at: offset)
    while true {
      guard var walker = walker(text, atBlock: index) else { return nil }
      var found: JSONLine?
      while let line = walker.next(), line.start <= offset { found = line }
      if let found { return found }
      guard index > 0 else {
        var first = self.walker(text, atBlock: 0)
        return first?.next()
      }
      index -= 1
    }
  }

  func line(_ number: Int, in text: UnsafeRawBufferPointer) -> JSONLine? {
    guard var walker = walker(text, atBlock: block(ofLine: number)) else { return nil }
    while let line = walker.next() {
      if line.number >= number { return line.number == number ? line : nil }
    }
    return nil
  }
}

/// A container that encloses a position.
struct JSONAncestor: Equatable, Sendable {
  var open: Int
  /// Its own key in its parent, with quotes; `nil` in an array and at the top level.
  var key: Range<Int>?
  var depth: Int
  var isObject: Bool
  /// The number of commas between its children before the position: the index of the child there.
  var commas = 0
}

/// Queries about containers, answered from the blocks: only the blocks at either end are read.
extension JSONIndex {
  /// The end of the container that opens at `open`; `nil` if it has not closed yet.
  func close(ofOpenAt open: Int, in text: UnsafeRawBufferPointer) -> Int? {
    guard let valid = validated(text) else { return nil }
    let first = block(at: open)
    // Depths are relative here; the absolute one is needed only if the container is larger than its block.
    var reader = JSONBrackets(text: valid, offset: open + 1, depth: 1)
    if let close = reader.close(toDepth: 0, before: min(end(ofBlock: first), text.count)) { return close }
    guard first + 1 < blocks.count else { return nil }
    let outer = Int(blocks[first + 1].depth) - reader.depth
    var index = first + 1
    while index < blocks.count, Int(blocks[index].minimumDepth) > outer { index += 1 }
    guard index < blocks.count else { return nil }
    reader = brackets(of: valid, atBlock: index)
    return reader.close(toDepth: outer, before: min(end(ofBlock: index), text.count))
  }

  /// The index of the child at `offset` in the container that opens at `open`: the number of commas between its
  /// children before that offset.
  func childIndex(at offset: Int, inContainerAt open: Int, depth: Int, in text: UnsafeRawBufferPointer) -> Int {
    guard let valid = validated(text) else { return 0 }
    let level = depth + 1
    let first = block(at: open)
    let last = block(at: offset)
    var reader = JSONBrackets(text: valid, offset: open + 1, depth: level)
    if first == last { return reader.commas(atDepth: level, before: min(offset, text.count)) }
    var count = reader.commas(atDepth: level, before: min(end(ofBlock: first), text.count))
    for index in first + 1..<last where Int(blocks[index].minimumDepth) == level {
      count += Int(blocks[index].commas)
    }
    reader = brackets(of: valid, atBlock: last)
    return count + reader.commas(atDepth: level, before: min(offset, text.count))
  }

  /// The enclosing containers of `offset`, innermost first, at most `limit`.
  func ancestors(at offset: Int, limit: Int, in text: UnsafeRawBufferPointer) -> [JSONAncestor] {
    guard let valid = validated(text) else { return [] }
    var found: [JSONAncestor] = []
    var index = block(at: offset)
    var wanted = Int.max
    // The commas of the current container in the blocks after the one in which it opens.
    var carried = 0
    var end = offset
    while index >= 0, wanted > 0, found.count < limit {
      let block = blocks[index]
      if wanted == Int.max || Int(block.minimumDepth) < wanted {
        var reader = brackets(of: valid, atBlock: index)
        let scan = reader.openContainers(before: min(end, text.count))
        for var ancestor in scan.opened.reversed() where ancestor.depth < wanted && found.count < limit {
          if ancestor.depth == wanted - 1 { ancestor.commas += carried }
          found.append(ancestor)
        }
        if scan.minimum < wanted { (wanted, carried) = (scan.minimum, scan.commas) }
      } else if Int(block.minimumDepth) == wanted {
        carried += Int(block.commas)
      }
      index -= 1
      if index >= 0 { end = self.end(ofBlock: index) }
    }
    return found
  }

  private func brackets(of text: JSONText, atBlock index: Int) -> JSONBrackets {
    JSONBrackets(text: text, offset: blocks[index].offset, depth: Int(blocks[index].depth))
  }
}

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

/// A checkpoint of a JSON text: enough to start reading there, and to skip to the next one without reading.
struct JSONBlock: Equatable, Sendable {
  /// The size in bytes: a block ends at the first line start after it.
  static let size = 8 << 10

  /// The offset: after a comma or a closing bracket, at the first child of a container, or 0.
  var offset: Int
  /// The first pretty line that starts at or after `offset`.
  var line: Int
  /// The number of containers open at `offset`.
  var depth: Int32
  /// The minimum number of open containers anywhere in the block.
  var minimumDepth: Int32
  /// Commas at that minimum depth since it was first reached: children that end within the block.
  var commas: Int32 = 0
}
