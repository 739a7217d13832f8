/// A container around a position.
struct JSONAncestor: Equatable, Sendable {
  /// The offset of its opening bracket.
  var open: Int
  /// Its own key in its parent, with quotes; `nil` in an array and at the top level.
  var key: Range<Int>?
  /// The number of containers around it.
  var depth: Int
  var isObject: Bool
  /// The number of commas between its children before the position: the index of the child there.
  var commas = 0
}

/// Queries about containers, answered from the blocks: only the blocks at either end are read.
extension JSONIndex {
  /// The end of the container that opens at `open` at that depth; `nil` if it has not closed yet.
  func close(ofOpenAt open: Int, depth: Int, in text: UnsafeRawBufferPointer) -> Int? {
    guard let base = text.baseAddress else { return nil }
    let first = block(at: open)
    var reader = JSONBrackets(base: base, offset: open + 1, depth: depth + 1, longTokens: longTokens)
    let end = min(self.end(ofBlock: first), text.count)
    if let close = reader.close(toDepth: depth, before: end) { return close }
    var index = first + 1
    while index < blocks.count, Int(blocks[index].minimumDepth) > depth { index += 1 }
    guard index < blocks.count else { return nil }
    reader = JSONBrackets(
      base: base, offset: blocks[index].offset, depth: Int(blocks[index].depth), longTokens: longTokens)
    return reader.close(toDepth: depth, before: min(self.end(ofBlock: index), text.count))
  }

  /// The index of the child at `offset` in the container that opens at `open`: the number of commas between its
  /// children before that.
  func childIndex(at offset: Int, inContainerAt open: Int, depth: Int, in text: UnsafeRawBufferPointer) -> Int {
    guard let base = text.baseAddress else { return 0 }
    let level = depth + 1
    let first = block(at: open)
    let last = block(at: offset)
    var reader = JSONBrackets(base: base, offset: open + 1, depth: level, longTokens: longTokens)
    if first == last { return reader.commas(atDepth: level, before: min(offset, text.count)) }
    var count = reader.commas(atDepth: level, before: min(end(ofBlock: first), text.count))
    for index in first + 1..<last where Int(blocks[index].minimumDepth) == level {
      count += Int(blocks[index].commas)
    }
    let block = blocks[last]
    reader = JSONBrackets(base: base, offset: block.offset, depth: Int(block.depth), longTokens: longTokens)
    return count + reader.commas(atDepth: level, before: min(offset, text.count))
  }

  /// The containers around `offset`, innermost first, at most `limit`.
  func ancestors(at offset: Int, limit: Int, in text: UnsafeRawBufferPointer) -> [JSONAncestor] {
    guard let base = text.baseAddress else { return [] }
    var found: [JSONAncestor] = []
    var index = block(at: offset)
    var wanted = Int.max
    // Commas of the current container in the blocks after the one that it opens in.
    var carried = 0
    var end = offset
    while index >= 0, wanted > 0, found.count < limit {
      let block = blocks[index]
      if wanted == Int.max || Int(block.minimumDepth) < wanted {
        var reader = JSONBrackets(
          base: base, offset: block.offset, depth: Int(block.depth), longTokens: longTokens)
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
}
