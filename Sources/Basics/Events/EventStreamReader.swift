/// Reads an event stream as its bytes arrive, in pieces of any size (WHATWG HTML, section 9.2.6).
package struct EventStreamReader: Sendable {
  /// Of the event under way.
  package private(set) var fields = EventFields()
  private var line: [UInt8] = []
  private var isAtStart = true
  private var skipsLineFeed = false

  package init() {}

  /// Takes what has arrived.
  /// - Parameter ended: called at each empty line, with what stands before it; `isEvent` is false where that is no event,
  ///   because it has no data.
  package mutating func feed(_ bytes: UnsafeRawBufferPointer, ended: (_ fields: EventFields, _ isEvent: Bool) -> Void) {
    for byte in bytes {
      if skipsLineFeed {
        skipsLineFeed = false
        if byte == 0x0A { continue }
      }
      guard byte == 0x0A || byte == 0x0D else {
        line.append(byte)
        continue
      }
      skipsLineFeed = byte == 0x0D
      endLine(ended)
    }
  }

  private mutating func endLine(_ ended: (EventFields, Bool) -> Void) {
    if isAtStart {
      isAtStart = false
      if line.starts(with: EventFields.mark) { line.removeFirst(EventFields.mark.count) }
    }
    let isEvent = line.withUnsafeBytes { fields.take($0) }
    if line.isEmpty {
      ended(fields, isEvent)
      fields.next()
    }
    line.removeAll(keepingCapacity: true)
  }

  /// Starts anew after a lost connection: the id is kept, an event that is not complete is discarded.
  package mutating func reconnect() {
    line = []
    fields.next()
    (isAtStart, skipsLineFeed) = (true, false)
  }
}
