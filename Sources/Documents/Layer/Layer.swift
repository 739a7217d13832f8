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
        // A fault is located by reading all that stands before it.
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
  /// Grows while a transform needs more than it was offered.
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
  /// Releases the memory of a range that a pass has read. The beginning is kept, because it is shown first.
  ///
  /// The system reads ahead around each page; the margin also releases what it read before the range.
  func releasePassed(_ range: Range<Int>) {
    let kept = 1 << 20
    let margin = 256 << 10
    releaseResidentMemory(in: max(range.lowerBound - margin, kept)..<max(range.upperBound, kept))
  }
}
