import Basics
import HTTPModel

/// A transfer whose answer one reader reads as it arrives. Releasing the last reference cancels it.
final class StreamRun: Sendable {
  /// The number of bytes read from an answer that only explains why there is no stream.
  static let longestRefusal = 1 << 20

  private let request: Request
  private let channel: StreamChannel
  private let task: Task<Execution.Outcome, Never>

  /// Starts the transfer.
  /// - Parameters:
  ///   - window: the approximate number of unread bytes at which the transfer pauses.
  ///   - goesOn: another attempt may follow an answer that broke off, with the request that `goOn(with:)` names.
  ///   - report: receives the events of the transfer, except content.
  init(
    _ request: Request, client: Client, config: ExecutionConfig, window: Int = 4 << 20, goesOn: Bool = false,
    report: (@Sendable (ConversationEvent) -> Void)? = nil
  ) {
    let channel = StreamChannel()
    var sink = StreamSink(window: window, began: channel.begin, content: channel.add)
    if goesOn { sink.goOn = channel.rest }
    let call = Call(request, client: client, config: config, report: report, stream: sink)
    self.request = request
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
  /// - Throws: a failure before the head.
  func head() async throws(NetworkError) -> ResponseHead {
    do throws(NetworkError) { return try await channel.head(cancelling: task) } catch { throw error.of(request) }
  }

  /// The next bytes, at least one; `nil` at the end.
  func next() async throws(NetworkError) -> [UInt8]? {
    do throws(NetworkError) { return try await channel.next() } catch { throw error.of(request) }
  }

  /// Asks for the rest of an answer that broke off, whose head is the next one.
  /// - Returns: false if the answer is whole.
  func goOn(with request: Request) -> Bool { channel.goOn(with: request) }

  /// The outcome of the whole transfer; waits for its end.
  func outcome() async -> Execution.Outcome { await task.value }

  /// The body of an unexpected answer, as received within `longestRefusal`.
  func refusal() async -> ByteStore {
    let body = ByteStore(capacity: 4 << 20)
    do {
      while body.count < Self.longestRefusal, let chunk = try await next() { try body.append(chunk) }
    } catch {
      // The status is the error; an interrupted body is kept as received.
    }
    body.finish()
    return body
  }
}

/// The received but unread part of a streamed response. Filled by the transport's thread, drained by one reader.
final class StreamChannel: Sendable {
  private struct State {
    var head: ResponseHead?
    var chunks: [[UInt8]] = []
    /// The index of the first unread chunk.
    var next = 0
    var call: (any TransportCall)?
    /// True after the bytes of an answer that broke off, until its reader asks for the rest.
    var isBroken = false
    var isFinished = false
    var failure: NetworkError?

    mutating func takeChunk() -> [UInt8]? {
      guard next < chunks.count else { return nil }
      let chunk = chunks[next]
      chunks[next] = []
      next += 1
      // Drops read chunks when all are read, or when many have accumulated.
      if next == chunks.count || next > 256 {
        chunks.removeFirst(next)
        next = 0
      }
      return chunk
    }
  }

  private let state = Monitor(State())
  /// The request for the rest of an answer that broke off.
  private let asked = Monitor(Request?.none)

  /// Ends the bytes of an answer that broke off.
  /// - Returns: the request for the rest, once the reader has read these bytes; `nil` if the task is cancelled.
  func rest() async -> Request? {
    state.change { $0.isBroken = true }
    await asked.wait { $0 != nil }
    return asked.change { request in
      defer { request = nil }
      return request
    }
  }

  func goOn(with request: Request) -> Bool {
    let isBroken = state.change { state in
      guard state.isBroken else { return false }
      (state.isBroken, state.head) = (false, nil)
      return true
    }
    if isBroken { asked.change { $0 = request } }
    return isBroken
  }

  func begin(_ head: ResponseHead) {
    state.change { $0.head = head }
  }

  func add(_ bytes: [UInt8], _ call: any TransportCall) {
    state.change { state in
      state.chunks.append(bytes)
      state.call = call
    }
  }

  func finish(_ outcome: Execution.Outcome) {
    state.change { state in
      state.isFinished = true
      state.failure = outcome.exchange.failure
      // The head of a failed attempt is not the final one.
      if state.failure == nil { state.head = state.head ?? outcome.response?.head }
    }
  }

  func head(cancelling task: Task<Execution.Outcome, Never>) async throws(NetworkError) -> ResponseHead {
    // A cancelled transfer ends with its own error, for which a cancelled reader waits, too.
    let answered = Task { await state.wait { $0.head != nil || $0.isFinished } }
    await withTaskCancellationHandler {
      await answered.value
    } onCancel: {
      task.cancel()
    }
    let (head, failure) = state.read { ($0.head, $0.failure) }
    if let head { return head }
    throw failure ?? NetworkError(.other, "There was no response")
  }

  /// The next chunk as received, without a copy. Lets other tasks run first, because a server that floods always has a
  /// next chunk ready, and timers would wait for their turn.
  func next() async throws(NetworkError) -> [UInt8]? {
    while true {
      let (bytes, call, isOver, failure) = state.change { state in
        (state.takeChunk(), state.call, state.isFinished || state.isBroken, state.failure)
      }
      if let bytes {
        call?.consumed(bytes.count)
        await Task.yield()
        return bytes
      }
      if isOver {
        if let failure { throw failure }
        return nil
      }
      if Task.isCancelled { throw .cancelled }
      await state.wait { $0.next < $0.chunks.count || $0.isFinished || $0.isBroken }
    }
  }
}
