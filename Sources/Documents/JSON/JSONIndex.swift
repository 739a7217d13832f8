/// What is known of a JSON text so far: a value to query while the indexer continues.
struct JSONIndex: Sendable {
  /// Sorted by offset; the last one is still growing while the text is.
  var blocks: [JSONBlock] = [JSONBlock(offset: 0, line: 0, depth: 0, minimumDepth: 0)]
  var longTokens = LongTokens()
  /// Everything before this offset has been validated.
  var limit = 0
  /// The number of pretty lines that start before `limit`.
  var lineCount = 0
  /// More than one for JSON lines and concatenated JSON.
  var documents = 1

  /// The last block that starts at or before `offset`.
  func block(at offset: Int) -> Int {
    var low = 0
    var high = blocks.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if blocks[middle].offset <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The last block that starts at or before the start of pretty line `line`.
  func block(ofLine line: Int) -> Int {
    var low = 0
    var high = blocks.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if blocks[middle].line <= line { low = middle } else { high = middle }
    }
    return low
  }

  /// The end of block `index`, where the next one starts.
  func end(ofBlock index: Int) -> Int { index + 1 < blocks.count ? blocks[index + 1].offset : limit }

  func walker(_ text: UnsafeRawBufferPointer, atBlock index: Int) -> JSONWalker? {
    guard blocks.indices.contains(index), let base = text.baseAddress else { return nil }
    let block = blocks[index]
    return JSONWalker(
      base: base, limit: min(limit, text.count), longTokens: longTokens, offset: block.offset, line: block.line,
      depth: Int(block.depth))
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

  /// Pretty line number `number`.
  func line(_ number: Int, in text: UnsafeRawBufferPointer) -> JSONLine? {
    guard var walker = walker(text, atBlock: block(ofLine: number)) else { return nil }
    while let line = walker.next() {
      if line.number >= number { return line.number == number ? line : nil }
    }
    return nil
  }
}
