import Basics

/// One server-sent event (HTML Living Standard, section 9.2).
package struct ServerEvent: Equatable, Sendable {
  package var type = "message"
  package var id: String?
  package var data = ""
  /// Milliseconds to wait before reconnecting, if the event contains it.
  package var retry: Int?
}

/// Splits an event stream into events as it arrives.
package struct ServerEventReader: Sendable {
  private var reader = EventStreamReader()

  package init() {}

  /// The events that end in `bytes`; an incomplete one is kept for the next call.
  package mutating func consume(_ bytes: UnsafeRawBufferPointer) -> [ServerEvent] {
    var events: [ServerEvent] = []
    reader.feed(bytes) { fields, isEvent in
      guard isEvent else { return }
      let retry = fields.retry.map { Int($0.wholeMilliseconds) }
      events.append(ServerEvent(type: fields.type, id: fields.id, data: fields.text, retry: retry))
    }
    return events
  }

  /// The last event of a stream that broke off: the empty line that it lacks is added.
  package mutating func rest() -> [ServerEvent] {
    let lines: [UInt8] = [0x0A, 0x0A]
    return lines.withUnsafeBytes { consume($0) }
  }
}
