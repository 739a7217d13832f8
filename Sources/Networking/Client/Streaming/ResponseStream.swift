import Basics
import HTTPModel

/// A response whose body is read as it arrives, as a sequence of chunks. A slow reader slows the server down.
///
/// Releasing the stream, or cancelling the task that reads it, cancels the transfer.
public struct ResponseStream: AsyncSequence, Sendable {
  /// The request as passed in.
  package let request: Request
  /// The final head, after redirects and refreshed tokens.
  public let head: ResponseHead
  private let run: StreamRun

  init(request: Request, head: ResponseHead, run: StreamRun) {
    self.request = request
    self.head = head
    self.run = run
  }

  /// The finished exchange; waits until the body has been read completely or the transfer has failed.
  public func exchange() async -> Exchange { await run.outcome().exchange }

  /// Ends the transfer, unless it has ended, and returns its exchange.
  func stopped() async -> Exchange {
    run.cancel()
    return await exchange()
  }

  /// The rest of an answer that broke off, asked for with this request; `nil` if the answer is whole.
  func rest(_ request: Request) async throws(NetworkError) -> ResponseStream? {
    guard run.goOn(with: request) else { return nil }
    return ResponseStream(request: self.request, head: try await run.head(), run: run)
  }

  /// The response of an unwanted stream, for its error, with the body received within 1 MB.
  func collected() async -> Response {
    let body = await run.refusal()
    if body.count >= StreamRun.longestRefusal { run.cancel() }
    return Response(request: request, exchange: await exchange(), head: head, body: body)
  }

  /// An iterator over the chunks. All iterators share one position: each chunk is delivered once.
  public func makeAsyncIterator() -> Iterator { Iterator(run: run) }

  /// Reads the chunks in order.
  public struct Iterator: AsyncIteratorProtocol {
    let run: StreamRun

    /// The next bytes, at least one; `nil` at the end.
    public mutating func next() async throws(NetworkError) -> [UInt8]? {
      try await run.next()
    }

    /// The next bytes, at least one; `nil` at the end. Runs on the caller's actor.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(NetworkError) -> [UInt8]? {
      try await run.next()
    }
  }
}

extension Client {
  /// Sends `request` and returns when the final response head has arrived; the body is read from the stream.
  ///
  /// Validators and transformers do not run, because they need the whole response. Retries and token refreshes do, until
  /// the head is returned; a failure after it ends the body with an error. At most about `window` unread bytes are
  /// buffered before the transfer pauses.
  /// - Throws: `NetworkError` for any failure before the head.
  public nonisolated(nonsending) func stream(
    for request: some RequestConvertible, window: Int = 4 << 20, config: ExecutionConfig? = nil,
    _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws(NetworkError) -> ResponseStream {
    try await stream(built(request), (config ?? execution).with(configure), window: window)
  }

  /// - Parameter goesOn: another attempt may follow an answer that broke off (`ResponseStream.rest`).
  nonisolated(nonsending) func stream(
    _ request: Request, _ config: ExecutionConfig, window: Int = 4 << 20, goesOn: Bool = false
  ) async throws(NetworkError) -> ResponseStream {
    // This task's cancellation does not reach the task below before it runs.
    if Task.isCancelled { throw NetworkError.cancelled.of(request) }
    let run = StreamRun(request, client: self, config: config, window: window, goesOn: goesOn)
    return ResponseStream(request: request, head: try await run.head(), run: run)
  }
}

extension ResponseStream {
  /// The lines of a streamed body, as they arrive, without their ends: for logs and newline-delimited JSON. Invalid
  /// UTF-8 is replaced.
  public struct Lines: AsyncSequence, Sendable {
    let stream: ResponseStream

    /// An iterator; it shares its position with all others of the stream.
    public func makeAsyncIterator() -> Iterator { Iterator(chunks: stream.makeAsyncIterator()) }

    /// Reads the lines in order.
    public struct Iterator: AsyncIteratorProtocol {
      private var chunks: ResponseStream.Iterator
      private var rest: [UInt8] = []
      /// The length of the part of `rest` without a line end.
      private var searched = 0
      private var isOver = false

      init(chunks: ResponseStream.Iterator) { self.chunks = chunks }

      /// The next line, ended by LF or CRLF; the last one needs no end. `nil` after it.
      public mutating func next() async throws(NetworkError) -> String? { try await next(isolation: nil) }

      /// The next line; `nil` at the end. Runs on the caller's actor.
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
}

extension ResponseStream {
  /// The body as lines.
  public var lines: Lines { Lines(stream: self) }
}
