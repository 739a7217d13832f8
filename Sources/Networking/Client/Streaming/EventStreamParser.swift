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
  public private(set) var reconnectionTime: Duration?

  private var line: [UInt8] = []
  private var data: [UInt8] = []
  private var event = ""
  private var id = ""
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
      if line.starts(with: [0xef, 0xbb, 0xbf]) { line.removeFirst(3) }
    }
    defer { line.removeAll(keepingCapacity: true) }
    if line.isEmpty { return dispatch() }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    guard colon > 0 else { return nil }
    var value = line[min(colon + 1, line.endIndex)...]
    if value.first == 0x20 { value = value.dropFirst() }
    field(String(decoding: line[..<colon], as: UTF8.self), value)
    return nil
  }

  private mutating func field(_ name: String, _ value: ArraySlice<UInt8>) {
    switch name {
    case "event": event = String(decoding: value, as: UTF8.self)
    case "data":
      data.append(contentsOf: value)
      data.append(0x0a)
    case "id": if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
    case "retry":
      guard !value.isEmpty, value.allSatisfy(\.isASCIIDigit), let time = Int32(String(decoding: value, as: UTF8.self))
      else { return }
      reconnectionTime = .milliseconds(time)
    default: return
    }
  }

  private mutating func dispatch() -> ServerSentEvent? {
    lastEventID = id
    defer {
      data.removeAll(keepingCapacity: true)
      event = ""
    }
    guard !data.isEmpty else { return nil }
    let text = String(decoding: data.dropLast(), as: UTF8.self)
    return ServerSentEvent(event: event.isEmpty ? "message" : event, data: text, id: lastEventID)
  }

  /// Resets the parser after a lost connection: the ids are kept, a partial event is discarded.
  mutating func reconnect() {
    (line, data, event) = ([], [], "")
    (isAtStart, skipsLineFeed) = (true, false)
  }
}
