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

  /// The last event of a stream that was cut off, as if its final empty line had arrived.
  package mutating func rest() -> [ServerEvent] {
    let lines: [UInt8] = [0x0A, 0x0A]
    return lines.withUnsafeBytes { consume($0) }
  }
}

/// Shows an event stream as a list of events, with JSON data formatted.
struct EventLister: TextTransform {
  private var reader = ServerEventReader()
  private var count = 0

  mutating func transform(_ bytes: UnsafeRawBufferPointer, isFinal: Bool, into output: inout [UInt8]) -> Int {
    for event in reader.consume(bytes) + (isFinal ? reader.rest() : []) {
      count += 1
      var head = "event \(count): \(event.type)"
      if let id = event.id { head += "  id: \(id)" }
      if let retry = event.retry { head += "  retry: \(retry) ms" }
      output.append(contentsOf: Array((head + "\n").utf8))
      output.append(contentsOf: Self.laidOut(event.data))
      output.append(0x0A)
    }
    return bytes.count
  }

  private static func laidOut(_ data: String) -> [UInt8] {
    let bytes = Array(data.utf8)
    if bytes.first == 0x7B || bytes.first == 0x5B {
      // Data that is not JSON is shown as received.
      if let text = try? JSONFormatter.formatted(bytes, .pretty(indent: 2)) { return text }
    }
    return bytes + [0x0A]
  }
}
