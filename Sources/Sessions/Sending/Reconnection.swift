import Basics
import Essentials
import Networking
import Workspaces

/// Reopens an event stream when it ends, with the id of its last event, as the WHATWG standard lets browsers do
/// (section 9.2.3):
///
/// ```
/// connect ─► events ─► end or loss ─► wait ─► connect ─► …
///                                              └► 204, no event stream, or too many tries without an event: over
/// ```
struct Reconnection: Sendable {
  /// The limit on consecutive connections without an event.
  static let mostFruitless = 5
  /// The delay if the server asks for none.
  static let usualDelay = Duration.seconds(3)
  /// The minimum delay; without one, a server could be asked thousands of times a minute.
  static let leastDelay = Duration.milliseconds(100)

  let client: Client
  let prepared: PreparedRequest
  let report: ConversationDriver.Listener

  func exchange() async -> Exchange {
    let relay = MessageRelay(collects: true, report)
    let start = ContinuousClock.now
    let limit = prepared.timeLimit
    var whole = await connect(prepared.request, relay)
    var last = whole
    var fruitless = 0
    while goesOn(after: last, relay.messages), fruitless < Self.mostFruitless {
      let count = relay.messages?.count ?? 0
      let delay = max(relay.messages?.reconnectionTime ?? Self.usualDelay, Self.leastDelay)
      // The time limit applies to the whole, not to each connection.
      let left = limit.map { $0 - (ContinuousClock.now - start) }
      report(.state(.reconnecting(at: Date(timeIntervalSinceNow: delay.inSeconds))))
      do { try await Pause.wait(min(delay, left ?? delay)) } catch {
        whole.failure = NetworkError(.cancelled, "The request was cancelled", request: prepared.request)
        break
      }
      if let left, left <= delay {
        let words = "The event stream took longer than \(Quantity.limit(limit ?? .zero))"
        whole.failure = NetworkError(.totalTimeout, words, request: prepared.request)
        break
      }
      report(.state(.open))
      last = await connect(request(after: relay.messages), relay, within: left.map { $0 - delay })
      add(last, to: &whole)
      fruitless = (relay.messages?.count ?? 0) > count ? 0 : fruitless + 1
    }
    whole.duration = ContinuousClock.now - start
    return relay.completed(whole)
  }

  private func connect(_ request: Request, _ relay: MessageRelay, within limit: Duration? = nil) async -> Exchange {
    func configure(_ config: inout ExecutionConfig) {
      prepared.configure(&config)
      config.timeout = limit ?? config.timeout
    }
    let exchange = await client.exchange(for: request, onEvent: { relay.receive($0) }, configure)
    relay.settle()
    return exchange
  }

  private func request(after messages: StreamedMessages?) -> Request {
    prepared.request.goingOn(after: messages?.lastEventID ?? "")
  }

  /// Returns whether to reconnect: the connection delivered events, or a reconnection failed.
  private func goesOn(after exchange: Exchange, _ messages: StreamedMessages?) -> Bool {
    guard messages?.format == .events, !Task.isCancelled, exchange.failure?.category != .cancelled,
      exchange.failure?.category != .totalTimeout
    else { return false }
    guard messages.map({ $0.body.count < TransferOptions.defaultMaximumBodySize }) ?? false else { return false }
    guard let head = exchange.response else { return true }
    return head.status.code == 200 && head.messageFormat == .events
  }

  private func add(_ exchange: Exchange, to whole: inout Exchange) {
    whole.add(retry: exchange)
    // A server ends the stream with status 204.
    guard exchange.failure == nil, let status = exchange.response?.status, status.code != 204, status.code != 200 else {
      return
    }
    whole.failure = NetworkError(
      .status, "The event stream is gone: the server answered \(status.code)", request: prepared.request)
  }
}

extension Exchange {
  /// Adds the hops and the outcome of a later connection.
  mutating func add(retry: Exchange) {
    attempts += 1
    for var hop in retry.hops {
      if hop.cause == .initial { hop.cause = .retry(attempt: attempts - 1) }
      hops.append(hop)
    }
    failure = retry.failure
  }
}
