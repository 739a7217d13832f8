import Basics

/// A transfer whose answer is read as it arrives, by one reader. It is cancelled with the last reference.
final class StreamRun: Sendable {
  /// How much of an answer is read that says only why there is no stream, in bytes.
  static let longestRefusal = 1 << 20

  private let channel: StreamChannel
  private let task: Task<Execution.Outcome, Never>

  /// Starts it.
  /// - Parameters:
  ///   - window: in bytes; about so much may be unread before the transfer pauses.
  ///   - tell: hears what the transfer reports beside the content.
  init(
    _ request: Request, client: Client, config: ExecutionConfig, window: Int = 4 << 20,
    tell: (@Sendable (ConversationEvent) -> Void)? = nil
  ) {
    let channel = StreamChannel()
    let sink = StreamSink(window: window, began: channel.begin, content: channel.add)
    let call = Call(request, client: client, config: config, tell: tell, stream: sink)
    self.channel = channel
    task = Task {
      var execution = Execution(call)
      let outcome = await execution.run()
      channel.finish(outcome)
      return outcome
    }
  }

  deinit { task.cancel() }

  func cancel() { task.cancel() }

  /// The final head.
  /// - Throws: any failure before it.
  func head() async throws(NetworkError) -> ResponseHead { try await channel.head(cancelling: task) }

  /// The next bytes, at least one; `nil` at the end.
  func next() async throws(NetworkError) -> [UInt8]? { try await channel.next() }

  /// What the whole transfer came to; waits for its end.
  func outcome() async -> Execution.Outcome { await task.value }

  /// The body of an answer that is not the stream that was asked for, as far as it arrives within `longestRefusal`.
  func refusal() async -> ByteStore {
    let body = ByteStore(capacity: 4 << 20)
    do {
      while body.count < Self.longestRefusal, let chunk = try await next() { try body.append(chunk) }
    } catch {
      // The status is the error; a body that breaks off is kept as far as it came.
    }
    body.finish()
    return body
  }
}
