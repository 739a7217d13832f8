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
