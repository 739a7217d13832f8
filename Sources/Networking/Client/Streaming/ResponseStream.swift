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
  public func exchange() async -> Exchange { await run.task.value.exchange }

  /// The response of an unwanted stream, for its error: with the body as far as it arrives within 1 MB.
  func collected() async -> Response {
    var bytes: [UInt8] = []
    var chunks = makeAsyncIterator()
    do throws(NetworkError) {
      while bytes.count < Self.longestFailure, let chunk = try await chunks.next() { bytes += chunk }
    } catch {
      // The status is the error; a body that breaks off is kept as far as it came.
    }
    if bytes.count >= Self.longestFailure { run.task.cancel() }
    let exchange = await exchange()
    return Response(request: request, exchange: exchange, head: head, body: ByteStore(bytes))
  }

  /// In bytes.
  private static let longestFailure = 1 << 20

  /// An iterator over the chunks. All iterators share one position: each chunk is delivered once.
  public func makeAsyncIterator() -> Iterator { Iterator(run: run) }

  /// Reads the chunks in order.
  public struct Iterator: AsyncIteratorProtocol {
    let run: StreamRun

    /// The next bytes, at least one; `nil` at the end.
    public mutating func next() async throws(NetworkError) -> [UInt8]? {
      try await run.channel.next()
    }

    /// The same, on the caller's actor.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(NetworkError) -> [UInt8]? {
      try await run.channel.next()
    }
  }
}

/// The task behind a stream; cancelled with the last reference.
final class StreamRun: Sendable {
  let channel: StreamChannel
  let task: Task<Execution.Outcome, Never>

  init(channel: StreamChannel, task: Task<Execution.Outcome, Never>) {
    self.channel = channel
    self.task = task
  }

  deinit { task.cancel() }
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
    let config = execution.with(configure)
    let channel = StreamChannel()
    let sink = StreamSink(window: window, began: channel.begin, content: channel.add)
    let task = Task {
      var execution = Execution(Call(request, client: self, config: config, stream: sink))
      let outcome = await execution.run()
      channel.finish(outcome)
      return outcome
    }
    let run = StreamRun(channel: channel, task: task)
    let head = try await channel.head(cancelling: task)
    return ResponseStream(request: request, head: head, run: run)
  }
}
