import Basics
import HTTPModel
import HTTPTypes

extension ServerSentEvents {
  /// One server-sent event.
  public struct Event: Hashable, Sendable {
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
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [ServerSentEvents.Event] {
    var events: [ServerSentEvents.Event] = []
    var (id, retry) = (lastEventID, retry)
    let take = { (fields: EventFields, isEvent: Bool) in
      id = fields.id ?? ""
      retry = fields.retry ?? retry
      if isEvent { events.append(ServerSentEvents.Event(event: fields.type, data: fields.text, id: id)) }
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

/// The server-sent events of a response, as they arrive.
public struct ServerSentEvents: AsyncSequence, Sendable {
  let request: Request
  let reconnects: Bool
  let clock: ExecutionClock
  /// Opens the stream; `nil` if the server has no more events.
  let open: @Sendable (Request) async throws(NetworkError) -> ResponseStream?

  /// A new iterator; those of `Client.serverSentEvents` open their own connections.
  public func makeAsyncIterator() -> Iterator { Iterator(source: self) }

  /// Reads the events, across reconnections.
  public struct Iterator: AsyncIteratorProtocol {
    private let source: ServerSentEvents
    private var parser = EventStreamParser()
    private var waiting: ArraySlice<Event> = []
    private var chunks: ResponseStream.Iterator?
    private var isOver = false

    init(source: ServerSentEvents) {
      self.source = source
    }

    /// The next event; `nil` at the end. An event without its final empty line is discarded.
    public mutating func next() async throws(NetworkError) -> Event? { try await next(isolation: nil) }

    /// The next event; `nil` at the end. Runs on the caller's actor.
    /// - Throws: `NetworkError`; category `decoding` if the client rejects a response that is not an event stream.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(NetworkError) -> ServerSentEvents
      .Event?
    {
      while !isOver {
        if let event = waiting.popFirst() { return event }
        if chunks == nil {
          // Until the stream is open: after an error there is no next event.
          isOver = true
          let request = source.request.goingOn(after: parser.lastEventID)
          guard let stream = try await source.open(request) else { return nil }
          isOver = false
          chunks = stream.makeAsyncIterator()
        }
        do throws(NetworkError) {
          guard let bytes = try await chunks?.next(isolation: actor) else {
            try await lost(nil, actor)
            continue
          }
          waiting = parser.feed(bytes)[...]
        } catch {
          try await lost(error, actor)
        }
      }
      return nil
    }

    /// The connection was lost: ends the sequence, or waits before reconnecting.
    private mutating func lost(_ error: NetworkError?, _ actor: isolated (any Actor)?) async throws(NetworkError) {
      chunks = nil
      guard source.reconnects, error?.category != .cancelled else {
        isOver = true
        if let error { throw error }
        return
      }
      parser.reconnect()
      do { try await source.clock.sleep(parser.reconnectionTime ?? .seconds(3)) } catch {
        isOver = true
        throw NetworkError.cancelled.of(source.request)
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
    var client = self
    client.execution = (config ?? execution).with(configure)
    return ServerSentEvents(
      request: request.request(below: baseURL), reconnects: reconnects, clock: client.execution.clock,
      open: client.eventStream(for:))
  }

  /// The stream of a response with events; `nil` for 204.
  private func eventStream(for request: Request) async throws(NetworkError) -> ResponseStream? {
    let opened = try await stream(for: request)
    let (status, type) = (opened.head.status, opened.head.headers["Content-Type"]?.asciiLowercased ?? "")
    if status.code == 204 { return nil }
    let isSuccess = status.kind == .successful
    if isSuccess, type.hasPrefix("text/event-stream") { return opened }
    throw NetworkError(
      isSuccess ? .decoding : .status,
      "\(request.url) answered \(status.code) with \(type.isEmpty ? "no type" : type), not with an event stream",
      request: request, response: await opened.collected())
  }
}

extension ResponseStream {
  /// The body as server-sent events, regardless of its Content-Type. `Client.serverSentEvents` checks the type and
  /// reconnects.
  public var events: ServerSentEvents {
    ServerSentEvents(request: request, reconnects: false, clock: ExecutionClock()) { _ in self }
  }
}
