import Basics
import HTTPTypes

/// The events of a `text/event-stream` response, as they arrive.
public struct ServerSentEvents: AsyncSequence, Sendable {
  /// An event of the stream.
  public typealias Element = ServerSentEvent
  /// A failed connection, or a response that is not an event stream.
  public typealias Failure = NetworkError

  let client: Client
  let request: Request
  let config: ExecutionConfig
  let reconnects: Bool

  /// A new iterator, which opens its own connection.
  public func makeAsyncIterator() -> Iterator { Iterator(source: self) }

  /// Reads the events, across reconnections.
  public struct Iterator: AsyncIteratorProtocol {
    /// The same as that of the sequence.
    public typealias Failure = NetworkError

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
      let client = Client(
        transport: source.client.transport, defaults: source.client.defaults, execution: source.config)
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
        throw NetworkError(.cancelled, "The reading of the events was cancelled")
      }
    }
  }
}

extension Request {
  /// The request for the events after the one with that id; an empty id asks for all.
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
  /// With `reconnects` a lost connection is opened again, with `Last-Event-ID`, after the delay that the server asks for
  /// (default 3 s). A 204 response ends the sequence.
  public func serverSentEvents(
    for request: Request, reconnects: Bool = false, _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) -> ServerSentEvents {
    ServerSentEvents(client: self, request: request, config: execution.with(configure), reconnects: reconnects)
  }
}
