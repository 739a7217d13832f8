import Basics
import HTTPModel
import HTTPTypes
import Locks

/// One WebSocket from the handshake to its end.
///
/// ```
/// transfer:  Execution ─► libcurl        redirects, cookies, authentication and the connection are HTTP's
/// reader:    StreamChannel ─► WebSocketReader ─► events, pongs
/// others:    FrameOutbox ─► BodyStream ─► libcurl
/// ```
final class WebSocketRun: Sendable {
  /// The reason why reading ended.
  private struct CloseReason: Sendable {
    var failure: NetworkError?
    /// `nil` if the conversation never opened.
    var close: Conversation.Close?
    /// The body of an answer that opens no WebSocket.
    var body: ByteStore?
  }

  private let client: Client
  private let execution: ExecutionConfig
  private let config: WebSocket.Config
  private let outbox: FrameOutbox
  private let handshake: WebSocketHandshake
  private let relay: EventRelay
  private let timers = ConversationTimers()
  /// True if unread bytes are no longer wanted: reading on from a server that floods would take seconds.
  private let isGivenUp = Atomic(false)
  /// True if the time limit was reached: from then on only a close is read.
  private let isLate = Atomic(false)

  init(
    _ request: Request, _ config: WebSocket.Config, _ outbox: FrameOutbox, client: Client, execution: ExecutionConfig,
    report: @escaping @Sendable (ConversationEvent) -> Void
  ) {
    self.client = client
    self.execution = execution
    self.config = config
    self.outbox = outbox
    handshake = WebSocketHandshake(request, config, outbox)
    relay = EventRelay(report)
  }

  /// The time that a cancelled conversation has to send its close.
  private static let farewell = Duration.milliseconds(25)

  /// The time that a server has to answer the close at the end of a limited conversation.
  private static let overtime = Duration.seconds(1)

  /// The time that a close has to arrive before the connection is cut.
  private static let parting = Duration.milliseconds(250)

  /// The time to answer messages received before a protocol violation.
  private static let afterword = Duration.milliseconds(5)

  /// Runs to the end; cancelling the task closes the connection.
  func run() async -> Exchange {
    let relay = relay
    let transfer = StreamRun(handshake.request, client: client, config: execution) { event in
      if let shown = event.ofWebSocket { relay.report(shown) }
    }
    if let limit = config.duration {
      timers.start(after: limit) { [self] in
        stop(transfer, within: min(config.closeTimeout, Self.overtime), because: limit)
      }
    }
    // Not a child of this task, because it sends the close even if this task is cancelled.
    let reader = Task { await read(transfer) }
    let end = await withTaskCancellationHandler {
      await reader.value
    } onCancel: {
      stop(transfer, within: Self.farewell)
    }
    outbox.end(end.failure?.of(handshake.request))
    timers.end()
    transfer.cancel()
    let outcome = await transfer.outcome()
    if let close = end.close { relay.report(.state(.closed(close))) }
    return exchange(outcome.exchange, end)
  }

  private func exchange(_ exchange: Exchange, _ end: CloseReason) -> Exchange {
    var exchange = exchange
    exchange.body = end.body
    exchange.hops = exchange.hops.map(\.ofWebSocket)
    // A failure such as a refused redirect says more than that the answer opened no WebSocket.
    let isExplained = end.body != nil && exchange.failure != nil && exchange.failure?.category != .cancelled
    if !isExplained { exchange.failure = end.failure }
    if end.failure == nil, Task.isCancelled { exchange.failure = .cancelled }
    let head = exchange.response
    exchange.failure?.request = handshake.request
    exchange.failure?.head = head
    return exchange
  }

  /// Closes in order; cuts the connection if the server does not answer in time, or has not accepted the handshake.
  private func stop(_ transfer: StreamRun, within time: Duration, because limit: Duration? = nil) {
    guard outbox.isOpen || outbox.isClosing else {
      if let limit { timers.expire(limit) }
      return transfer.cancel()
    }
    if limit != nil { isLate.store(true, ordering: .relaxed) }
    let close = Conversation.Close(code: 1000)
    if outbox.close(close, isAnswer: true) { relay.reportSoon(.state(.closing(close))) }
    timers.start(after: time) { [self] in
      isGivenUp.store(true, ordering: .relaxed)
      transfer.cancel()
    }
  }

  private func read(_ transfer: StreamRun) async -> CloseReason {
    let head: ResponseHead
    do throws(NetworkError) { head = try await transfer.head() } catch {
      return CloseReason(failure: timers.expired.map { NetworkError.outOfTime($0) } ?? error)
    }
    guard head.status.code == 101 else { return await refused(head, transfer) }
    let terms: DeflateTerms?
    do throws(WebSocketFault) { terms = try handshake.terms(head) } catch {
      return CloseReason(failure: failure(error))
    }
    open(terms, transfer)
    return await receive(terms, transfer)
  }

  private func open(_ terms: DeflateTerms?, _ transfer: StreamRun) {
    relay.report(.state(.open))
    let (relay, timers, config) = (relay, timers, config)
    let hooks = FrameOutbox.Hooks(
      sent: { kind, bytes in relay.report(.message(ConversationMessage(.outgoing, kind, ByteStore(bytes)))) },
      closing: { close in
        relay.reportSoon(.state(.closing(close)))
        timers.start(after: config.closeTimeout) { transfer.cancel() }
      })
    outbox.open(terms?.deflater(), hooks)
    if let interval = config.pingInterval, interval > .zero { keepAlive(every: interval) }
  }

  private func keepAlive(every interval: Duration) {
    timers.start(after: interval) { [weak self] in
      guard let self, self.outbox.isOpen else { return }
      self.outbox.control(.ping, [])
      self.keepAlive(every: interval)
    }
  }

  private func receive(_ terms: DeflateTerms?, _ transfer: StreamRun) async -> CloseReason {
    let limits = IncomingMessage.Limits(size: config.maximumMessageSize, spillThreshold: config.spillThreshold)
    var reader = WebSocketReader(limits, inflater: terms?.inflater())
    var end = CloseReason()
    var total = 0
    do throws(NetworkError) {
      while let chunk = try await transfer.next() {
        // After the end, everything is discarded until the server closes the connection or its time is over.
        guard end.close == nil, end.failure == nil, !isGivenUp.load(ordering: .relaxed) else { continue }
        do throws(WebSocketFault) {
          var closed: Conversation.Close?
          // Counts each message: one chunk may contain a hundred thousand.
          try reader.feed(chunk) { output throws(WebSocketFault) in
            if case .close(let close) = output { closed = close } else { total += take(output) }
            guard total <= config.maximumTotalSize else { throw .tooMany("\(ByteCount(config.maximumTotalSize))") }
          }
          guard let closed else { continue }
          end.close = closed
          outbox.close(Conversation.Close(code: closed.code), isAnswer: true)
        } catch {
          end.failure = failure(error)
          end.close = Conversation.Close(code: error.code)
          // Earlier messages may still be answered. Nothing cancels this task, so the pause ends normally.
          try? await Pause.wait(Self.afterword)
          outbox.close(Conversation.Close(code: error.code), isAnswer: true)
        }
        // After a protocol violation the close has time to arrive, but the server has none to answer (section 7.1.7).
        let time = end.failure == nil ? config.closeTimeout : min(config.closeTimeout, Self.parting)
        timers.start(after: time) { transfer.cancel() }
      }
    } catch {
      // This side ended the transfer in order.
      if end.close != nil || outbox.isClosing { return ended(end) }
      end.failure = error
    }
    return ended(end)
  }

  /// Completes the ending after the connection is gone.
  private func ended(_ known: CloseReason) -> CloseReason {
    var end = known
    if end.close == nil {
      if end.failure == nil, !outbox.isClosing {
        end.failure = NetworkError(.truncated, "\(address) closed the connection without a close message")
      }
      let isLost = end.failure != nil && end.failure?.category != .cancelled
      end.close = Conversation.Close(code: isLost ? Conversation.Close.lost : nil)
    }
    return end
  }

  /// - Returns: the number of bytes needed to keep it.
  private func take(_ output: WebSocketReader.Output) -> Int {
    if isLate.load(ordering: .relaxed) { return 0 }
    let (kind, body): (ConversationMessage.Kind, ByteStore)
    switch output {
    case .text(let store): (kind, body) = (.text, store)
    case .binary(let store): (kind, body) = (.binary, store)
    case .ping(let bytes): (kind, body) = (.ping, ByteStore(bytes))
    case .pong(let bytes): (kind, body) = (.pong, ByteStore(bytes))
    case .close: return 0
    }
    relay.report(.message(ConversationMessage(.incoming, kind, body)))
    if case .ping(let bytes) = output { outbox.control(.pong, bytes) }
    return body.count + Self.overhead
  }

  /// The approximate overhead of a message beside its bytes.
  private static let overhead = 100

  /// The answer of a server that opens no WebSocket, with its body as received within 1 MB.
  private func refused(_ head: ResponseHead, _ transfer: StreamRun) async -> CloseReason {
    // A stream of messages may be endless, and does not explain a refusal.
    let body = await head.messageFormat == nil ? transfer.refusal() : nil
    return CloseReason(
      failure: NetworkError(.status, "\(address) answered \(head.words) instead of opening a WebSocket", head: head),
      body: body)
  }

  private var address: String { URLParts(handshake.request.url).hostAndPort }

  private func failure(_ fault: WebSocketFault) -> NetworkError {
    NetworkError(fault.category, "\(address) violated the WebSocket protocol: \(fault.words)")
  }
}

extension Hop {
  /// The hop with the URL of the WebSocket instead of its handshake.
  fileprivate var ofWebSocket: Hop {
    var hop = self
    hop.request.url = WebSocketURL.webSocket(request.url)
    return hop
  }
}

extension ConversationEvent {
  /// The event in terms of a WebSocket, whose end the conversation reports; `nil` for none.
  fileprivate var ofWebSocket: ConversationEvent? {
    switch self {
    case .finished: return nil
    case .started(var request):
      request.url = WebSocketURL.webSocket(request.url)
      return .started(request)
    case .continued(let hop): return .continued(hop.ofWebSocket)
    case .progress, .informational, .head, .state, .message, .messages, .streamed: return self
    }
  }
}

extension NetworkError {
  fileprivate static func outOfTime(_ limit: Duration) -> NetworkError {
    NetworkError(.totalTimeout, "No WebSocket was opened within \(Quantity.limit(limit))")
  }
}
