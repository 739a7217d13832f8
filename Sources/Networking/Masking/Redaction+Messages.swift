import Basics

/// A secret may be cut in pieces by the borders between messages, as when somebody types it key by key, or a service streams
/// it word by word: `{"delta":"sek"}`, `{"delta":"ret"}`. Each piece is hidden where the messages of one direction, or the
/// texts at one path of them, have the whole one after the other.
extension Redaction {
  /// These messages, with the pieces of such secrets masked. Whole secrets are not: whoever keeps the messages masks each.
  package func masked(cutIn messages: ConversationMessages) -> ConversationMessages {
    guard !matcher.isEmpty, !messages.isEmpty else { return messages }
    var cuts = SecretCuts(matcher)
    var texts = MessageTexts()
    for direction in [ConversationMessage.Direction.outgoing, .incoming] {
      for number in messages.indices {
        let head = messages.head(of: number)
        guard head.direction == direction, head.kind.isContent else { continue }
        messages.withBytes(of: number) { bytes in
          cuts.add(bytes, of: number)
          texts.begin()
          texts.read(bytes, at: 0)
          cuts.add(texts.texts, in: bytes, of: number)
        }
      }
      cuts.endRun()
    }
    guard !cuts.found.isEmpty else { return messages }
    return ConversationMessages(messages.indices.lazy.map { masked(messages[$0], at: cuts.found[$0] ?? []) })
  }

  private func masked(_ message: ConversationMessage, at ranges: [Range<Int>]) -> ConversationMessage {
    let edits = Self.joined(ranges).map { Edit(range: $0, text: Array(mask.utf8)) }
    guard let bytes = message.body.withUnsafeBytes({ Self.replacing(edits, in: $0) }) else { return message }
    var shown = message
    shown.body = ByteStore(bytes)
    return shown
  }

  /// In order, without overlaps.
  static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }

  /// The pieces of secrets that are cut in a body of many messages.
  /// - Parameter passed: called with each range of a few megabytes that was searched.
  func pieces(
    cutIn body: UnsafeRawBufferPointer, _ format: MessageFormat, passed: (Range<Int>) -> Void
  ) -> [Range<Int>] {
    guard !matcher.isEmpty else { return [] }
    var cuts = SecretCuts(matcher)
    var texts = MessageTexts()
    var lines = LineFinder(body, endsAtCarriage: format == .events)
    var place = body.starts(with: EventFields.mark) ? EventFields.mark.count : 0
    var released = 0
    // Of an event of endless lines.
    let mostTexts = 1 << 18
    while place < body.count {
      let found = lines.line(at: place)
      let line = UnsafeRawBufferPointer(rebasing: body[place..<(found?.end ?? body.count)])
      let (meaning, value) = format == .events ? EventFields.read(line) : (.data, 0..<line.count)
      if meaning == .data { texts.read(UnsafeRawBufferPointer(rebasing: line[value]), at: place + value.lowerBound) }
      if meaning == .end || format == .lines || found == nil || texts.texts.count > mostTexts {
        cuts.add(texts.texts, in: body, of: 0)
        texts.begin()
      }
      place = found?.next ?? body.count
      guard place - released > 8 << 20 else { continue }
      passed(released..<place)
      released = place
    }
    cuts.endRun()
    return cuts.found[0] ?? []
  }
}
