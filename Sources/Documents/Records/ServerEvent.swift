import Basics

extension EventStreamReader {
  /// The events that end in `bytes`; an incomplete one is kept for the next call.
  /// - Parameter isFinal: true if the stream ends here: its last event counts as if its final empty line had arrived.
  mutating func events(in bytes: UnsafeRawBufferPointer, isFinal: Bool) -> [EventFields] {
    var events: [EventFields] = []
    func add(_ fields: EventFields, isEvent: Bool) { if isEvent { events.append(fields) } }
    feed(bytes, ended: add)
    if isFinal { ([0x0A, 0x0A] as [UInt8]).withUnsafeBytes { feed($0, ended: add) } }
    return events
  }
}

/// Shows an event stream as a list of events, with JSON data formatted.
struct EventLister: TextTransform {
  private var reader = EventStreamReader()
  private var count = 0

  mutating func transform(_ bytes: UnsafeRawBufferPointer, isFinal: Bool, into output: inout [UInt8]) -> Int {
    for event in reader.events(in: bytes, isFinal: isFinal) {
      count += 1
      var head = "event \(count): \(event.type)"
      if let id = event.id { head += "  id: \(id)" }
      if let retry = event.retry { head += "  retry: \(retry.wholeMilliseconds) ms" }
      output.append(contentsOf: Array((head + "\n").utf8))
      output.append(contentsOf: Self.laidOut(event.text))
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
