/// The lines of a streamed body, as they arrive: for logs and newline-delimited JSON.
public struct ResponseLines: AsyncSequence, Sendable {
  /// A line without its end; invalid UTF-8 is replaced.
  public typealias Element = String
  /// A failed transfer.
  public typealias Failure = NetworkError

  let stream: ResponseStream

  /// An iterator; it shares its position with all others of the stream.
  public func makeAsyncIterator() -> Iterator { Iterator(chunks: stream.makeAsyncIterator()) }

  /// Reads the lines in order.
  public struct Iterator: AsyncIteratorProtocol {
    private var chunks: ResponseStream.Iterator
    private var rest: [UInt8] = []
    /// The length of the part of `rest` that is known to hold no line end.
    private var searched = 0
    private var isOver = false

    init(chunks: ResponseStream.Iterator) { self.chunks = chunks }

    /// The next line, ended by LF or CRLF; the last one needs no end. `nil` after it.
    public mutating func next() async throws(NetworkError) -> String? { try await next(isolation: nil) }

    /// The same, on the caller's actor.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(NetworkError) -> String? {
      while true {
        if let end = rest[searched...].firstIndex(of: 0x0a) {
          let line = rest[..<end]
          defer {
            rest.removeFirst(end + 1)
            searched = 0
          }
          return String(decoding: line.last == 0x0d ? line.dropLast() : line, as: UTF8.self)
        }
        searched = rest.count
        if isOver {
          guard !rest.isEmpty else { return nil }
          defer {
            rest = []
            searched = 0
          }
          return String(decoding: rest, as: UTF8.self)
        }
        if let bytes = try await chunks.next(isolation: actor) { rest += bytes } else { isOver = true }
      }
    }
  }
}

extension ResponseStream {
  /// The body as lines.
  public var lines: ResponseLines { ResponseLines(stream: self) }
}
