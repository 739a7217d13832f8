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
  private var line: [UInt8] = []
  private var event = ServerEvent()
  private var data: [String] = []
  private var lastID: String?
  private var isAfterReturn = false
  private var isAtStart = true

  package init() {}

  /// The events that end in `bytes`; an incomplete one is kept for the next call.
  package mutating func consume(_ bytes: some Sequence<UInt8>) -> [ServerEvent] {
    var events: [ServerEvent] = []
    for byte in bytes {
      defer { isAfterReturn = byte == 0x0D }
      if byte == 0x0A, isAfterReturn { continue }
      guard byte == 0x0A || byte == 0x0D else {
        line.append(byte)
        continue
      }
      if isAtStart, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
      isAtStart = false
      if line.isEmpty {
        if let done = dispatch() { events.append(done) }
      } else {
        field()
      }
      line.removeAll(keepingCapacity: true)
    }
    return events
  }

  private mutating func dispatch() -> ServerEvent? {
    defer {
      event = ServerEvent()
      data = []
    }
    guard !data.isEmpty else { return nil }
    event.data = data.joined(separator: "\n")
    event.id = lastID
    return event
  }

  private mutating func field() {
    let colon = line.firstIndex(of: 0x3A) ?? line.count
    var value = line[min(colon + 1, line.count)...]
    if value.first == 0x20 { value.removeFirst() }
    let text = String(decoding: value, as: UTF8.self)
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "event": event.type = text
    case "data": data.append(text)
    case "id" where !text.contains("\0"): lastID = text
    case "retry": event.retry = Int(text)
    default: break
    }
  }
}
