import Basics
import HTTPModel
import HTTPTypes

/// One server-sent event.
public struct ServerSentEvent: Hashable, Sendable {
  /// `message` if the server sends no type.
  public var event: String
  /// The `data` lines, joined by line feeds.
  public var data: String
  /// The last id in the stream so far; empty if none.
  public var id: String

  /// An event from its parts, for tests.
  package init(event: String = "message", data: String, id: String = "") {
    self.event = event
    self.data = data
    self.id = id
  }
}

/// Parses `text/event-stream` as in the WHATWG HTML standard (section 9.2.6), from arbitrary chunks.
package struct EventStreamParser: Sendable {
  /// Sent as `Last-Event-ID` on reconnecting.
  package private(set) var lastEventID = ""
  /// The delay that the server requests before reconnecting.
  package var reconnectionTime: Duration? { reader.fields.retry ?? retry }

  private var reader = EventStreamReader()
  /// The delay requested by complete events.
  private var retry: Duration?

  /// A parser at the start of a stream.
  package init() {}

  /// Returns the events that `bytes` completes. As in the standard, an event without its final empty line is discarded.
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [ServerSentEvent] {
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

/// The server-sent events of a streamed body, regardless of its Content-Type. `Client.serverSentEvents` checks the type
/// and reconnects.
public struct ResponseEvents: AsyncSequence, Sendable {
  let stream: ResponseStream

  /// An iterator; it shares its position with all others of the stream.
  public func makeAsyncIterator() -> Iterator { Iterator(chunks: stream.makeAsyncIterator()) }

  /// Reads the events in order.
  public struct Iterator: AsyncIteratorProtocol {
    private var chunks: ResponseStream.Iterator
    private var parser = EventStreamParser()
    private var waiting: ArraySlice<ServerSentEvent> = []

    init(chunks: ResponseStream.Iterator) { self.chunks = chunks }

    /// The next event; `nil` at the end. An event without its final empty line is discarded.
    public mutating func next() async throws(NetworkError) -> ServerSentEvent? { try await next(isolation: nil) }

    /// The next event; `nil` at the end. Runs on the caller's actor.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(NetworkError) -> ServerSentEvent? {
      while true {
        if let event = waiting.popFirst() { return event }
        guard let bytes = try await chunks.next(isolation: actor) else { return nil }
        waiting = parser.feed(bytes)[...]
      }
    }
  }
}

extension ResponseStream {
  /// The body as server-sent events.
  public var events: ResponseEvents { ResponseEvents(stream: self) }
}

/// The events of a `text/event-stream` response, as they arrive.
public struct ServerSentEvents: AsyncSequence, Sendable {
  let client: Client
  let request: Request
  let config: ExecutionConfig
  let reconnects: Bool

  /// A new iterator, which opens its own connection.
  public func makeAsyncIterator() -> Iterator { Iterator(source: self) }

  /// Reads the events, across reconnections.
  public struct Iterator: AsyncIteratorProtocol {
    private let source: ServerSentEvents
    private var parser = EventStreamParser()
    private var waiting: ArraySlice<ServerSentEvent> = []
    private var chunks: ResponseStream.Iterator?
    private var isOver = false

    init(source: ServerSentEvents) {
      self.source = source
    }

    /// The next event; `nil` at the end.
    /// - Throws: `NetworkError`; category `decoding` if the response is not an event stream.
    public mutating func next() async throws(NetworkError) -> ServerSentEvent? {
      while !isOver {
        if let event = waiting.popFirst() { return event }
        if chunks == nil { try await connect() }
        if isOver { return nil }
        do throws(NetworkError) {
          guard let bytes = try await chunks?.next() else {
            try await lost(nil)
            continue
          }
          waiting = parser.feed(bytes)[...]
        } catch {
          try await lost(error)
        }
      }
      return nil
    }

    private mutating func connect() async throws(NetworkError) {
      let request = source.request.goingOn(after: parser.lastEventID)
      var client = source.client
      client.execution = source.config
      let stream = try await client.stream(for: request)
      if stream.head.status.code == 204 {
        isOver = true
        return
      }
      let type = stream.head.headers["Content-Type"]?.asciiLowercased ?? ""
      guard stream.head.status.kind == .successful, type.hasPrefix("text/event-stream") else {
        isOver = true
        let isSuccess = stream.head.status.kind == .successful
        throw NetworkError(
          isSuccess ? .decoding : .status,
          "\(request.url) answered \(stream.head.status.code) with \(type.isEmpty ? "no type" : type), not "
            + "with an event stream", request: request, response: await stream.collected())
      }
      chunks = stream.makeAsyncIterator()
    }

    /// The connection was lost: ends the sequence, or waits before reconnecting.
    private mutating func lost(_ error: NetworkError?) async throws(NetworkError) {
      chunks = nil
      guard source.reconnects, error?.category != .cancelled else {
        isOver = true
        if let error { throw error }
        return
      }
      parser.reconnect()
      do { try await source.config.clock.sleep(parser.reconnectionTime ?? .seconds(3)) } catch {
        isOver = true
        throw NetworkError(.cancelled, "Reading the events was cancelled", request: source.request)
      }
    }
  }
}

extension Request {
  /// The request for the events after the event with this id; an empty id asks for all.
  package func goingOn(after id: String) -> Request {
    guard !id.isEmpty else { return self }
    var request = self
    request.headers.set("Last-Event-ID", id)
    return request
  }
}

extension Client {
  /// The events of the response to `request`. Nothing is sent until the first event is awaited.
  ///
  /// With `reconnects` a lost connection is opened again, with `Last-Event-ID`, after the delay requested by the server
  /// (default 3 s). A 204 response ends the sequence.
  public func serverSentEvents(
    for request: some RequestConvertible, reconnects: Bool = false, config: ExecutionConfig? = nil,
    _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) -> ServerSentEvents {
    ServerSentEvents(
      client: self, request: request.request(below: baseURL), config: (config ?? execution).with(configure),
      reconnects: reconnects)
  }
}
