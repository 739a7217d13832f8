import Basics

/// A secret may be cut in pieces by the borders between messages, as when somebody types it key by key. Each piece is
/// hidden where the messages of one direction, one after the other, have the whole.
extension Redaction {
  /// These messages, with the pieces of such secrets masked. Whole secrets are not: whoever keeps the messages masks each.
  package func masked(cutIn messages: ConversationMessages) -> ConversationMessages {
    guard !matcher.isEmpty, messages.count > 1 else { return messages }
    var cuts = SecretCuts(matcher)
    for direction in [ConversationMessage.Direction.outgoing, .incoming] {
      for number in messages.indices {
        let head = messages.head(of: number)
        guard head.direction == direction, head.kind.isContent else { continue }
        messages.withBytes(of: number) { cuts.add($0, of: number) }
      }
      cuts.endRun()
    }
    guard !cuts.found.isEmpty else { return messages }
    return ConversationMessages(messages.indices.lazy.map { masked(messages[$0], at: cuts.found[$0] ?? []) })
  }

  private func masked(_ message: ConversationMessage, at ranges: Set<Range<Int>>) -> ConversationMessage {
    var edits: [Edit] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      edits = Self.merged(edits, [Edit(range: range, text: Array(mask.utf8))])
    }
    guard let bytes = message.body.withUnsafeBytes({ Self.replacing(edits, in: $0) }) else { return message }
    var shown = message
    shown.body = ByteStore(bytes)
    return shown
  }
}

/// Finds secrets across the borders of messages. Its memory is bounded by a block, and each byte is searched about once.
private struct SecretCuts {
  /// A part of a message that stands in `bytes`.
  private struct Part {
    var message: Int
    /// Where it begins in the message, and how long it is.
    var start: Int
    var count: Int
  }

  private static let block = 1 << 20

  /// The ranges of pieces in each message.
  private(set) var found: [Int: Set<Range<Int>>] = [:]
  private let matcher: SecretMatcher
  private let reach: Int
  /// Messages that follow each other, or as much of their ends as a secret can have.
  private var bytes: [UInt8] = []
  private var parts: [Part] = []

  init(_ matcher: SecretMatcher) {
    self.matcher = matcher
    reach = matcher.longestForm
  }

  mutating func add(_ message: UnsafeRawBufferPointer, of number: Int) {
    guard message.count > 2 * reach else {
      append(message[...], of: number)
      if bytes.count > reach + Self.block {
        search()
        keepLast()
      }
      return
    }
    // What is inside a long message is cut by no border.
    append(message.prefix(reach), of: number)
    endRun()
    append(message.suffix(reach), of: number)
  }

  /// What follows does not belong to what was added.
  mutating func endRun() {
    search()
    bytes.removeAll(keepingCapacity: true)
    parts = []
  }

  private mutating func append(_ piece: Slice<UnsafeRawBufferPointer>, of number: Int) {
    guard !piece.isEmpty else { return }
    parts.append(Part(message: number, start: piece.startIndex, count: piece.count))
    bytes += piece
  }

  private mutating func search() {
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
        found[part.message, default: []].insert(piece.lowerBound + shift..<piece.upperBound + shift)
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
