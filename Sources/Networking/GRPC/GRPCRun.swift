import Basics
import HTTPModel
import HTTPTypes
import Locks

/// One call from its request to its status.
///
/// ```
/// sender ─► BodyStream ─► transport ─► StreamChannel ─► GRPCReader ─► messages
///                                  └─► trailers ─► status
/// ```
final class GRPCRun: Sendable {
  /// The reason why reading ended.
  private struct CloseReason: Sendable {
    /// The fault with which this side ends the call.
    var fault: GRPCFault?
    /// The body of an answer that is not gRPC.
    var body: ByteStore?
    /// The trailers of gRPC-Web, which are part of the body.
    var trailers: Headers?
    var isWhole = true
  }

  private let client: Client
  private let execution: ExecutionConfig
  private let asked: Request
  private let config: GRPCConfig
  private let sender: GRPCSender
  private let relay: EventRelay
  private let timers = ConversationTimers()
  private let isOpen = Atomic(false)
  /// True if unread bytes are no longer wanted: reading on from a server that floods would take seconds.
  private let isGivenUp = Atomic(false)

  init(
    _ request: Request, _ config: GRPCConfig, _ sender: GRPCSender, client: Client, execution: ExecutionConfig,
    report: @escaping @Sendable (ConversationEvent) -> Void
  ) {
    self.client = client
    // The transport alone resends, and only what a server left unprocessed.
    self.execution = execution.with { $0.retry = .never }
    self.config = config
    self.sender = sender
    asked = request
    relay = EventRelay(report)
  }

  /// Runs to the end; cancelling the task cancels the call.
  func run() async -> Exchange {
    let sender = sender
    let relay = relay
    sender.begin(compresses: config.compresses) { bytes in
      relay.report(.message(ConversationMessage(.outgoing, .binary, ByteStore(bytes))))
    }
    let request = GRPCRequest.request(asked, config, await body())
    let transfer = StreamRun(request, client: client, config: execution, report: { [self] in receive($0) })
    if let deadline = deadline(of: request) {
      timers.start(after: deadline) { [timers] in
        timers.expire(deadline)
        transfer.cancel()
      }
    }
    // Not a child of this task, because it reads the received bytes even if this task is cancelled.
    let reader = Task { await read(transfer) }
    let end = await withTaskCancellationHandler {
      await reader.value
    } onCancel: {
      isGivenUp.store(true, ordering: .relaxed)
      transfer.cancel()
    }
    if end.fault != nil { transfer.cancel() }
    let outcome = await transfer.outcome()
    sender.end()
    timers.end()
    return exchange(outcome.exchange, end)
  }

  /// gRPC-Web sends all messages first, because HTTP/1 answers afterwards.
  private func body() async -> Request.Body {
    let sender = sender
    guard case .web(let asText) = config.carrier else {
      return .stream(BodyStream { try sender.open() })
    }
    let bytes = await sender.everything()
    return .bytes(asText ? Base64.encodedBytes(bytes) : bytes)
  }

  private func receive(_ event: ConversationEvent) {
    switch event {
    case .finished: return
    case .progress, .head:
      if !isOpen.exchange(true, ordering: .relaxed) { relay.report(.state(.open)) }
      if case .head = event {
        sender.settle()
        relay.report(event)
      }
    default: relay.report(event)
    }
  }

  private func deadline(of request: Request) -> Duration? {
    // The user's own metadata takes precedence, because the server receives it.
    request.headers["grpc-timeout"].flatMap(GRPCTimeout.duration)
  }

  // MARK: Reading

  private func read(_ transfer: StreamRun) async -> CloseReason {
    let head: ResponseHead
    // The outcome of the transfer contains the reason.
    do throws(NetworkError) { head = try await transfer.head() } catch { return CloseReason() }
    guard head.status.code == 200, GRPCRequest.isGRPC(head) else {
      let body = await transfer.refusal()
      return CloseReason(body: body.count > 0 ? body : nil)
    }
    let isText = head.headers["Content-Type"]?.asciiLowercased.hasPrefix("application/grpc-web-text") == true
    let limits = IncomingMessage.Limits(size: config.maximumMessageSize, spillThreshold: config.spillThreshold)
    var reader = GRPCReader(limits, coding: head.headers["grpc-encoding"], isWeb: config.carrier != .http2)
    var text = GRPCWebText()
    var end = CloseReason()
    var total = 0
    do throws(NetworkError) {
      while let chunk = try await transfer.next() {
        guard end.fault == nil, !isGivenUp.load(ordering: .relaxed) else { continue }
        do throws(GRPCFault) {
          // Counts each message: one chunk may contain a hundred thousand.
          try reader.feed(isText ? try text.decode(chunk) : chunk) { output throws(GRPCFault) in
            switch output {
            case .message(let body):
              total += body.count + Self.overhead
              relay.report(.message(ConversationMessage(.incoming, .binary, body)))
            case .trailers(let fields): end.trailers = fields
            }
            guard total <= config.maximumTotalSize else {
              throw GRPCFault(.resourceExhausted, "messages of more than \(ByteCount(config.maximumTotalSize)) in all")
            }
          }
        } catch {
          end.fault = error
          transfer.cancel()
        }
      }
    } catch {
      // The outcome of the transfer contains the reason.
      return end
    }
    end.isWhole = reader.isWhole && text.isWhole
    return end
  }

  /// The approximate overhead of a message beside its bytes.
  private static let overhead = 100

  // MARK: The end

  private func exchange(_ known: Exchange, _ end: CloseReason) -> Exchange {
    var exchange = known
    exchange.body = end.body
    if let trailers = end.trailers, !exchange.hops.isEmpty {
      exchange.hops[exchange.hops.count - 1].response?.trailers = trailers
    }
    let status: GRPCStatus?
    if let fault = end.fault {
      status = fault.status
      let isTooLarge = fault.status.code == .resourceExhausted
      exchange.failure = NetworkError(
        isTooLarge ? .bodyTooLarge : .malformed, "\(address) aborted the call: \(fault.status.message)")
    } else if let limit = timers.expired {
      status = GRPCStatus(.deadlineExceeded, "not finished within \(Quantity.limit(limit))")
      exchange.failure = nil
    } else if Task.isCancelled || exchange.failure?.category == .cancelled {
      status = GRPCStatus(.cancelled, "cancelled by the client")
      exchange.failure = .cancelled
    } else if exchange.failure == nil, let head = exchange.response {
      status = self.status(head, end)
    } else {
      status = nil
    }
    if let status {
      let head = exchange.response
      let details = head?.trailers["grpc-status-details-bin"] ?? head?.headers["grpc-status-details-bin"]
      let close = Conversation.Close(
        code: status.number, reason: status.message, name: status.name, details: details)
      relay.report(.state(.closed(close)))
    } else if isOpen.load(ordering: .relaxed) {
      relay.report(.state(.closed(Conversation.Close())))
    }
    if exchange.failure != nil {
      let head = exchange.response
      exchange.failure?.request = asked
      exchange.failure?.head = head
    }
    return exchange
  }

  private var address: String { URLParts(asked.url).hostAndPort }

  private func status(_ head: ResponseHead, _ end: CloseReason) -> GRPCStatus {
    if let status = GRPCStatus(head.trailers) ?? GRPCStatus(head.headers) {
      guard end.isWhole || status.code != .ok else {
        return GRPCStatus(.internal, "the answer ended within a message")
      }
      return status
    }
    if head.status.code != 200 { return GRPCStatus(http: head.status.code) }
    if !GRPCRequest.isGRPC(head) {
      let type = head.headers["Content-Type"].map { "of type \($0.visible)" } ?? "without a content type"
      return GRPCStatus(.unknown, "the answer is \(type), not gRPC")
    }
    return GRPCStatus(.unknown, "the answer ended without a status")
  }
}

extension Client {
  /// Makes a call. The path of the HTTP request names the method; `report` receives the messages, which are not in the
  /// exchange.
  package nonisolated(nonsending) func exchange(
    grpc request: Request, _ config: GRPCConfig, from sender: GRPCSender,
    onEvent report: @escaping @Sendable (ConversationEvent) -> Void,
    _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) async -> Exchange {
    let execution = execution.with(configure)
    var client = self
    if config.carrier == .http2 { client.transport = http2 }
    return await GRPCRun(request, config, sender, client: client, execution: execution, report: report).run()
  }
}
