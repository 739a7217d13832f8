import Basics
import Synchronization

/// One text of a document with its index: the received bytes, or a text derived from them.
///
/// One task at a time advances it while any number of threads read it.
final class Layer: Sendable {
  let store: ByteStore
  let language: TextLanguage
  let isJSON: Bool
  private let indexer: Mutex<LayerIndexer>
  private let published: Mutex<LayerIndex>
  private let producer: Mutex<Producer?>

  /// A layer over bytes that come from elsewhere.
  init(store: ByteStore, language: TextLanguage, isJSON: Bool = false, isSequence: Bool = false) {
    self.store = store
    self.language = language
    self.isJSON = isJSON
    indexer = Mutex(LayerIndexer(isJSON: isJSON, isSequence: isSequence))
    published = Mutex(Self.empty(isJSON))
    producer = Mutex(nil)
  }

  /// A layer whose bytes are derived from those of `source`.
  init(
    from source: Layer, language: TextLanguage, transform: some TextTransform, isJSON: Bool = false,
    isSequence: Bool = false
  ) {
    store = ByteStore()
    self.language = language
    self.isJSON = isJSON
    indexer = Mutex(LayerIndexer(isJSON: isJSON, isSequence: isSequence))
    published = Mutex(Self.empty(isJSON))
    producer = Mutex(Producer(source: source.store, transform: transform))
  }

  private static func empty(_ isJSON: Bool) -> LayerIndex {
    var index = LayerIndex()
    if isJSON { index.json = JSONIndex() }
    return index
  }

  var index: LayerIndex { published.withLock { $0 } }

  /// Calls `body` with the structure of the validated part; `nil` if the text is not JSON.
  func withJSON<R>(_ body: (JSONLocator) -> R?) -> R? {
    guard let json = index.json else { return nil }
    return store.withUnsafeBytes { all in
      body(JSONLocator(index: json, text: UnsafeRawBufferPointer(rebasing: all[..<min(json.limit, all.count)])))
    }
  }

  /// Processes up to about `budget` bytes. Returns `false` if there was nothing to do.
  func advance(budget: Int) -> Bool {
    let produced = producer.withLock { $0?.advance(into: store, budget: budget) ?? false }
    if produced, let problem = producer.withLock({ $0?.problem }) { published.withLock { $0.problem = problem } }
    let indexed = indexer.withLock { state in
      // Checked before the count: a finished store does not grow any more.
      let isFinal = store.isFinished
      let before = state.indexed
      return store.withUnsafeBytes { all in
        guard state.advance(all, isFinal: isFinal, budget: budget) else { return false }
        let isNewlyFaulty = published.withLock { index in
          let wasFaulty = index.fault != nil
          state.publish(to: &index, all)
          return index.fault != nil && !wasFaulty
        }
        // Locating a fault reads the text before it.
        store.releasePassed((isNewlyFaulty ? 0 : before)..<max(before, state.indexed))
        return true
      }
    }
    return produced || indexed
  }
}

/// Feeds a transform from one store into another.
private struct Producer {
  let source: ByteStore
  var transform: any TextTransform
  private var position = 0
  private var isDone = false
  private(set) var problem: String?
  /// The number of bytes to offer; grows while a transform needs more.
  private var offer = 0

  init(source: ByteStore, transform: some TextTransform) {
    self.source = source
    self.transform = transform
  }

  mutating func advance(into target: ByteStore, budget: Int) -> Bool {
    guard !isDone else { return false }
    offer = max(offer, budget)
    let isFinished = source.isFinished
    var output: [UInt8] = []
    let consumed: Int? = source.withUnsafeBytes { all in
      let end = min(all.count, position + offer)
      let isFinal = isFinished && end == all.count
      guard end > position || isFinal else { return nil }
      let used = transform.transform(
        UnsafeRawBufferPointer(rebasing: all[position..<end]), isFinal: isFinal, into: &output)
      if used == 0, !isFinal {
        // Waits for more, unless more has already arrived.
        if end == all.count { return nil }
        offer *= 2
      } else {
        offer = budget
      }
      isDone = isFinal
      return used
    }
    guard let consumed else { return false }
    source.releasePassed(position..<position + consumed)
    position += consumed
    do {
      try target.append(output)
    } catch {
      // The derived text ends early; the raw view still has all bytes.
      problem = error.description
      isDone = true
    }
    if isDone { target.finish() }
    return true
  }
}

extension ByteStore {
  /// Releases the memory of a range after a pass. The beginning is kept, because it is shown first.
  ///
  /// The system reads ahead around each page; the margin also releases what it read before the range.
  func releasePassed(_ range: Range<Int>) {
    let kept = 1 << 20
    let margin = 256 << 10
    releaseResidentMemory(in: max(range.lowerBound - margin, kept)..<max(range.upperBound, kept))
  }
}

/// Indexes a growing text in slices: always its line feeds, and its structure if it is JSON.
struct LayerIndexer {
  private let isJSON: Bool
  private var scanner: JSONScanner
  private var events = JSONIndexer()
  /// The end of the part whose structure has been read.
  private var position = 0
  private var text = TextIndex()
  private(set) var isFinished = false

  init(isJSON: Bool, isSequence: Bool = false) {
    self.isJSON = isJSON
    scanner = JSONScanner(isSequence: isSequence)
  }

  /// The number of bytes indexed.
  var indexed: Int { text.limit }

  /// Indexes up to `budget` bytes of the received text. Returns `true` if anything changed.
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

  /// Updates an index, copying only additions since the last call.
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
      index.fault = JSONFault(fault.expected, at: fault.offset, in: all, from: TextPlace())
      json.lineCount = json.countedLines(all)
    } else if isFinished || index.fault != nil {
      json.lineCount = json.countedLines(all)
    }
    index.json = json
  }
}

extension JSONIndex {
  /// The number of lines that have started, determined by reading the last block.
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

/// A snapshot of a layer's index.
struct LayerIndex: Sendable {
  var text = TextIndex()
  /// Checkpoints, if the layer is JSON.
  var json: JSONIndex?
  var fault: JSONFault?
  /// The reason why a derived text is incomplete.
  var problem: String?
  /// True if the whole text has been read.
  var isComplete = false
}

/// Derives another text from a document's bytes, piece by piece as they arrive.
protocol TextTransform: Sendable {
  /// Reads from the start of `bytes`, writes to `output`, and returns the number of bytes consumed.
  ///
  /// It may leave bytes for the next call, which passes them again with more after them; if `isFinal`, it consumes all.
  mutating func transform(_ bytes: UnsafeRawBufferPointer, isFinal: Bool, into output: inout [UInt8]) -> Int
}

extension CharsetDecoder: TextTransform {}
