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
  public var reconnectionTime: Duration? { reader.fields.retry ?? retry }

  private var reader = EventStreamReader()
  /// As asked for by the events that are complete.
  private var retry: Duration?

  /// A parser at the start of a stream.
  public init() {}

  /// Returns the events that `bytes` completes. As in the standard, an event without its final empty line is discarded.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    var (id, retry) = (lastEventID, retry)
    let take = { (fields: EventFields, isEvent: Bool) in
      id = fields.id ?? ""
      retry = fields.retry ?? retry
      if isEvent { events.append(ServerSentEvent(event: fields.type, data: fields.text, id: id)) }
    }
    Array(bytes).withUnsafeBytes { reader.feed($0, ended: take) }
    (lastEventID, self.retry) = (id, retry)
    return events
  }

  /// Resets the parser after a lost connection: the ids are kept, a partial event is discarded.
  mutating func reconnect() {
    retry = reconnectionTime
    reader.reconnect()
  }
}
