import Basics

/// A response whose body is read as it arrives, as a sequence of chunks. A slow reader slows the server down.
///
/// Releasing the stream, or cancelling the task that reads it, cancels the transfer.
public struct ResponseStream: AsyncSequence, Sendable {
  /// A chunk of the body.
  public typealias Element = [UInt8]
  /// A failed transfer.
  public typealias Failure = NetworkError

  /// The request as passed in.
  public let request: Request
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

  /// The response of an unwanted stream, for its error: with the body as far as it arrives within 1 MB.
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

    /// The same, on the caller's actor.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(NetworkError) -> [UInt8]? {
      try await run.next()
    }
  }
}

extension Client {
  /// Sends `request` and returns when the final response head has arrived; the body is read from the stream.
  ///
  /// Validators and transformers do not run, because they need the whole response. Status retries and token refreshes
  /// do. At most about `window` unread bytes are buffered before the transfer pauses.
  /// - Throws: `NetworkError` for any failure before the head.
  public nonisolated(nonsending) func stream(
    for request: Request, window: Int = 4 << 20, _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws(NetworkError) -> ResponseStream {
    // The task below is not cancelled with this one before it runs.
    if Task.isCancelled {
      var error = NetworkError.cancelled
      error.request = request
      throw error
    }
    let run = StreamRun(request, client: self, config: execution.with(configure), window: window)
    return ResponseStream(request: request, head: try await run.head(), run: run)
  }
}
