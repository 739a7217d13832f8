/// The server-sent events of a body that is being streamed, whatever its Content-Type. `Client.serverSentEvents` checks the
/// type, and reconnects.
public struct ResponseEvents: AsyncSequence, Sendable {
  /// An event of the body.
  public typealias Element = ServerSentEvent
  /// A failed transfer.
  public typealias Failure = NetworkError

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

    /// The same, on the caller's actor.
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
