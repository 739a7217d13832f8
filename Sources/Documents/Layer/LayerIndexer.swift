/// Indexes a growing text in slices: always its line feeds, and its structure if it is JSON.
struct LayerIndexer {
  private let isJSON: Bool
  private var scanner: JSONScanner
  private var events = JSONIndexer()
  /// How far the structure has been read.
  private var position = 0
  private var text = TextIndex()
  private(set) var isFinished = false

  init(isJSON: Bool, isSequence: Bool = false) {
    self.isJSON = isJSON
    scanner = JSONScanner(isSequence: isSequence)
  }

  /// The number of bytes indexed.
  var indexed: Int { text.limit }

  /// Indexes up to `budget` bytes of what has arrived. Returns `true` if anything changed.
  mutating func advance(_ all: UnsafeRawBufferPointer, isFinal: Bool, budget: Int) -> Bool {
    guard !isFinished else { return false }
    let end = min(all.count, text.limit + max(1, budget))
    let last = isFinal && end == all.count
    guard end > text.limit || last else { return false }
    text.advance(all, to: end)
    if isJSON, scanner.fault == nil { scan(all, to: end, isFinal: last) }
    isFinished = last
    return true
  }

  private mutating func scan(_ all: UnsafeRawBufferPointer, to end: Int, isFinal: Bool) {
    let empty: StaticString = ""
    let base = all.baseAddress ?? UnsafeRawPointer(empty.utf8Start)
    position = scanner.scan(base, from: position, to: end, isFinal: isFinal, events: &events)
  }

  /// Updates an index; only what is new since the last call is copied.
  mutating func publish(to index: inout LayerIndex, _ all: UnsafeRawBufferPointer) {
    index.text = text
    index.isComplete = isFinished
    guard isJSON else { return }
    var json = index.json ?? JSONIndex()
    index.json = nil
    json.blocks.removeLast()
    json.blocks.append(contentsOf: events.takeBlocks())
    json.blocks.append(events.current)
    json.longTokens = events.longTokens
    json.limit = position
    json.documents = events.documents
    json.lineCount = position == 0 ? 0 : events.line + 1
    if let fault = scanner.fault, index.fault == nil {
      index.fault = located(fault, all)
      json.lineCount = json.countedLines(all)
    } else if isFinished || index.fault != nil {
      json.lineCount = json.countedLines(all)
    }
    index.json = json
  }

  private func located(
    _ fault: (offset: Int, expected: JSONFault.Expectation), _ all: UnsafeRawBufferPointer
  ) -> JSONFault {
    let place = TextPlace.of(fault.offset, in: all)
    return JSONFault(
      offset: fault.offset, line: place.line, column: place.column, expected: fault.expected,
      found: fault.offset < all.count ? all[fault.offset] : nil)
  }
}

extension JSONIndex {
  /// The number of lines that have actually started, determined by reading the last block.
  fileprivate func countedLines(_ text: UnsafeRawBufferPointer) -> Int {
    var index = blocks.count - 1
    while index >= 0 {
      var last: Int?
      if var walker = walker(text, atBlock: index) {
        while let line = walker.next() { last = line.number }
      }
      if let last { return last + 1 }
      index -= 1
    }
    return 0
  }
}
