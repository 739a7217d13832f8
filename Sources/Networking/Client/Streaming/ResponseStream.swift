import Synchronization

/// A response whose body is read as it arrives, as a sequence of chunks. A slow reader slows the server down.
///
/// Releasing the stream, or cancelling the task that reads it, cancels the transfer.
public struct ResponseStream: AsyncSequence, Sendable {
  public typealias Element = [UInt8]
  public typealias Failure = NetworkError

  /// As the caller made it.
  public let request: Request
  /// The final head: redirects and refused tokens are over.
  public let head: ResponseHead
  private let run: StreamRun

  init(request: Request, head: ResponseHead, run: StreamRun) {
    self.request = request
    self.head = head
    self.run = run
  }

  /// The finished exchange; waits until the body has been read to its end or the transfer has failed.
  public func exchange() async -> Exchange { await run.task.value.exchange }

  public func makeAsyncIterator() -> Iterator { Iterator(run: run) }

  /// Reads the chunks in order.
  public struct Iterator: AsyncIteratorProtocol {
    let run: StreamRun

    /// The next bytes, at least one; `nil` at the end.
    public mutating func next() async throws(NetworkError) -> [UInt8]? {
      try await run.channel.next()
    }

    /// The same on the caller's actor.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(NetworkError) -> [UInt8]? {
      try await run.channel.next()
    }
  }
}

/// The task behind a stream; it ends with the last reference.
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
  /// Sends `request` and returns when the head of the final answer is there; its body is read from the stream.
  ///
  /// Validators and transformers do not run: they judge whole responses. Status retries and token refreshes do.
  /// - Parameter window: how many bytes may wait to be read before the transfer pauses.
  /// - Throws: `NetworkError` for everything that fails before the head.
  public func stream(
    for request: Request, window: Int = 4 << 20, _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws(NetworkError) -> ResponseStream {
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
