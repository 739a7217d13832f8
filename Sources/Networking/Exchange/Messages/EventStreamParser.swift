import Basics

/// One server-sent event.
public struct ServerSentEvent: Hashable, Sendable {
  /// `message` if the server sends no type.
  public var event: String
  /// The `data` lines, joined by line feeds.
  public var data: String
  /// The last id in the stream so far; empty if none.
  public var id: String

  /// An event from its parts, for tests.
  public init(event: String = "message", data: String, id: String = "") {
    self.event = event
    self.data = data
    self.id = id
  }
}

/// Parses `text/event-stream` as in the WHATWG HTML standard (section 9.2.6), from arbitrary chunks.
public struct EventStreamParser: Sendable {
  /// Sent as `Last-Event-ID` on reconnecting.
  public private(set) var lastEventID = ""
  /// The delay that the server asks for before reconnecting.
  public var reconnectionTime: Duration? { fields.retry }

  private var line: [UInt8] = []
  private var fields = EventFields()
  private var isAtStart = true
  private var skipsLineFeed = false

  /// A parser at the start of a stream.
  public init() {}

  /// Returns the events that `bytes` completes. As in the standard, an event without its final empty line is discarded.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    for byte in bytes {
      if skipsLineFeed {
        skipsLineFeed = false
        if byte == 0x0a { continue }
      }
      if byte == 0x0a || byte == 0x0d {
        skipsLineFeed = byte == 0x0d
        if let event = endLine() { events.append(event) }
      } else {
        line.append(byte)
      }
    }
    return events
  }

  private mutating func endLine() -> ServerSentEvent? {
    if isAtStart {
      isAtStart = false
      if line.starts(with: EventFields.mark) { line.removeFirst(EventFields.mark.count) }
    }
    let isEvent = line.withUnsafeBytes { fields.take($0) }
    defer { line.removeAll(keepingCapacity: true) }
    guard line.isEmpty else { return nil }
    lastEventID = fields.id ?? ""
    defer { fields.next() }
    guard isEvent else { return nil }
    return ServerSentEvent(
      event: fields.event.isEmpty ? "message" : fields.event, data: fields.text, id: lastEventID)
  }

  /// Resets the parser after a lost connection: the ids are kept, a partial event is discarded.
  mutating func reconnect() {
    line = []
    fields.next()
    (isAtStart, skipsLineFeed) = (true, false)
  }
}
