import Basics

/// Finds secrets across the borders of messages: in messages that follow each other, and in the texts that stand at the
/// same path of message after message. Each byte is searched a few times, and the memory does not grow with the messages.
struct SecretCuts {
  /// The pieces of each message, or of a body as that of message 0; not in order.
  private(set) var found: [Int: [Range<Int>]] = [:]
  private let matcher: SecretMatcher
  /// The messages themselves.
  private var messages: CutRun
  /// The texts by their path, those that were read lately and those before; whatever is in neither begins anew.
  private var recent: [UInt64: CutRun] = [:]
  private var earlier: [UInt64: CutRun] = [:]
  private let mostRuns: Int
  private static let mostMemory = 32 << 20

  init(_ matcher: SecretMatcher) {
    self.matcher = matcher
    messages = CutRun(reach: matcher.longestForm, block: 1 << 20)
    mostRuns = min(4096, max(16, Self.mostMemory / (100 * matcher.longestForm)))
  }

  /// The bytes of a message follow those of the one before.
  mutating func add(_ message: UnsafeRawBufferPointer, of number: Int) {
    messages.add(message, of: number, at: 0, matcher, &found)
  }

  /// The texts of a message follow those at the same path of the ones before.
  /// - Parameters:
  ///   - bytes: what the ranges of the texts count in.
  ///   - number: whose pieces they are told as.
  mutating func add(_ texts: [MessageTexts.Text], in bytes: UnsafeRawBufferPointer, of number: Int) {
    for text in texts {
      let piece = UnsafeRawBufferPointer(rebasing: bytes[text.range])
      add(piece, of: number, at: text.range.lowerBound, to: text.path)
      // Numbers of their own for each of the three.
      if text.place != text.path { add(piece, of: number, at: text.range.lowerBound, to: ~text.place) }
      if text.strand != text.path { add(piece, of: number, at: text.range.lowerBound, to: text.strand &+ 1) }
    }
  }

  private mutating func add(_ piece: UnsafeRawBufferPointer, of number: Int, at start: Int, to path: UInt64) {
    if recent[path] == nil {
      if recent.count == mostRuns {
        for key in earlier.keys { earlier[key]?.end(matcher, &found) }
        earlier = recent
        recent = [:]
      }
      recent[path] = earlier.removeValue(forKey: path) ?? CutRun(reach: matcher.longestForm, block: matcher.longestForm)
    }
    recent[path]?.add(piece, of: number, at: start, matcher, &found)
  }

  /// What follows does not belong to what was added.
  mutating func endRun() {
    messages.end(matcher, &found)
    for key in recent.keys { recent[key]?.end(matcher, &found) }
    for key in earlier.keys { earlier[key]?.end(matcher, &found) }
    (recent, earlier) = ([:], [:])
  }
}

/// Pieces of messages that follow each other, or as much of their ends as a secret can have.
private struct CutRun {
  /// A part of a message that stands in `bytes`.
  private struct Part {
    var message: Int
    /// Where it begins in the message, and how long it is.
    var start: Int
    var count: Int
  }

  private let reach: Int
  private let block: Int
  private var bytes: [UInt8] = []
  private var parts: [Part] = []

  /// - Parameters:
  ///   - reach: the length of the longest secret.
  ///   - block: how many bytes are searched at once.
  init(reach: Int, block: Int) {
    self.reach = reach
    self.block = block
  }

  mutating func add(
    _ piece: UnsafeRawBufferPointer, of message: Int, at start: Int, _ matcher: SecretMatcher,
    _ found: inout [Int: [Range<Int>]]
  ) {
    guard piece.count > 2 * reach else {
      append(piece[...], of: message, at: start)
      if bytes.count > reach + block {
        search(matcher, &found)
        keepLast()
      }
      return
    }
    // What is inside a long piece is cut by no border.
    append(piece.prefix(reach), of: message, at: start)
    end(matcher, &found)
    append(piece.suffix(reach), of: message, at: start)
  }

  mutating func end(_ matcher: SecretMatcher, _ found: inout [Int: [Range<Int>]]) {
    search(matcher, &found)
    bytes.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
  }

  private mutating func append(_ piece: Slice<UnsafeRawBufferPointer>, of message: Int, at start: Int) {
    guard !piece.isEmpty else { return }
    parts.append(Part(message: message, start: start + piece.startIndex, count: piece.count))
    bytes += piece
  }

  private func search(_ matcher: SecretMatcher, _ found: inout [Int: [Range<Int>]]) {
    guard parts.count > 1 else { return }
    var (index, place) = (0, 0)
    for range in bytes.withUnsafeBytes({ matcher.ranges(in: $0) }) {
      while place + parts[index].count <= range.lowerBound {
        place += parts[index].count
        index += 1
      }
      // Whole in one message.
      if range.upperBound <= place + parts[index].count { continue }
      var (next, from) = (index, place)
      while next < parts.count, from < range.upperBound {
        let part = parts[next]
        let piece = range.clamped(to: from..<from + part.count)
        let shift = part.start - from
        found[part.message, default: []].append(piece.lowerBound + shift..<piece.upperBound + shift)
        from += part.count
        next += 1
      }
    }
  }

  private mutating func keepLast() {
    var surplus = bytes.count - reach
    bytes.removeFirst(surplus)
    var gone = 0
    while surplus >= parts[gone].count {
      surplus -= parts[gone].count
      gone += 1
    }
    parts.removeFirst(gone)
    parts[0].start += surplus
    parts[0].count -= surplus
  }
}
