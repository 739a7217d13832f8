import Basics
import Essentials
import HTTPTypes
package import Networking
import Synchronization
import Workspaces

/// One subscription over WebSocket, from the handshake to its end.
///
/// ```
/// WebSocketRun ─► SubscriptionProtocol ─► reported messages, sent texts, the end
/// ```
// A class because the connection reports events on its own thread.
final class SubscriptionRun: Sendable {
  /// The time limit for the server to acknowledge the connection.
  static let patience = Duration.seconds(10)
  /// The limit on queued answers to pings: only the last one matters.
  private static let mostWaiting = 100

  private struct State {
    var machine: SubscriptionProtocol
    var failure: NetworkError?
    var closing: Conversation.Close?
  }

  private let client: Client
  private let prepared: PreparedRequest
  private let report: ConversationDriver.Listener
  private let sender = WebSocketSender()
  private let texts: AsyncStream<String>
  private let feed: AsyncStream<String>.Continuation
  private let goal: GoalWatch?
  private let state: Mutex<State>

  init(
    _ client: Client, _ prepared: PreparedRequest, _ operation: PreparedOperation, goal: GoalWatch?,
    report: @escaping ConversationDriver.Listener
  ) {
    self.client = client
    self.prepared = prepared
    self.report = report
    self.goal = goal
    (texts, feed) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingOldest(Self.mostWaiting))
    state = Mutex(State(machine: SubscriptionProtocol(operation.payload, connectionInit: operation.connectionInit)))
  }

  /// - Parameter patience: the time limit for the server to acknowledge the connection.
  func run(isAttended: Bool, patience: Duration) async -> Exchange {
    var config = WebSocket.Config(prepared, isAttended: isAttended)
    config.subprotocols = SubscriptionProtocol.names
    feed.yield(state.withLock { $0.machine.greeting })
    let sending = Task { await sendTexts() }
    let waiting = Task { await wait(patience) }
    defer {
      feed.finish()
      sending.cancel()
      waiting.cancel()
    }
    let listener: ConversationDriver.Listener = { [self] in receive($0) }
    var exchange = await client.exchange(
      webSocket: prepared.socketRequest, config, from: sender, onEvent: listener
    ) { $0.cookies = prepared.cookies ?? $0.cookies }
    let (known, closing) = state.withLock { ($0.failure, $0.closing) }
    if let known { exchange.failure = known }
    guard exchange.response?.status.code == 101 else { return exchange }
    // A close by this side that the server does not answer is a normal end, too.
    if closing != nil, known == nil, exchange.failure?.category != .cancelled { exchange.failure = nil }
    if isAttended, exchange.failure?.category == .cancelled { exchange.failure = nil }
    return exchange
  }

  /// Sends queued texts in order, and closes when the queue ends.
  private func sendTexts() async {
    do throws(NetworkError) {
      for await text in texts { try await sender.send(.text, Array(text.utf8)) }
      if let closing = state.withLock({ $0.closing }) { sender.close(closing) }
    } catch {
      // The conversation is over, and its exchange gives the reason.
    }
  }

  private func wait(_ patience: Duration) async {
    do {
      try await sender.opened()
      try await Pause.wait(patience)
    } catch {
      // Acknowledged or over.
      return
    }
    let isLate = state.withLock { state in
      guard state.machine.stage == .connecting else { return false }
      state.failure = fault(.idleTimeout, "did not acknowledge the connection within \(Quantity.limit(patience))")
      return true
    }
    if isLate { close(Conversation.Close(code: 4504, reason: "Connection acknowledgement timeout")) }
  }

  /// Ends the subscription and the connection in order.
  func end() {
    if let text = state.withLock({ $0.machine.farewell() }) { feed.yield(text) }
    close(Conversation.Close(code: 1000))
  }

  private func close(_ close: Conversation.Close) {
    state.withLock { $0.closing = $0.closing ?? close }
    feed.finish()
  }

  private func receive(_ event: ConversationEvent) {
    switch event {
    case .message(let message) where message.direction == .outgoing:
      var message = message
      if message.kind == .text { message.kind = .control }
      report(.message(message))
    case .message(let message): take(message)
    case .head(let head, _):
      let isLegacy = head.headers["Sec-WebSocket-Protocol"] == SubscriptionProtocol.legacyName
      state.withLock { $0.machine.isLegacy = isLegacy }
      report(event)
    case .state(.closed(let close)):
      settle(close)
      report(event)
    default: report(event)
    }
  }

  private func take(_ message: ConversationMessage) {
    let bytes = message.body.allBytes
    for step in state.withLock({ $0.machine.take(message.kind, bytes) }) {
      switch step {
      case .send(let text): feed.yield(text)
      case .report(let kind, let payload):
        let body = payload == bytes ? message.body : ByteStore(payload)
        let result = ConversationMessage(.incoming, kind, body, at: message.date)
        report(.message(result))
        if goal?.isReached(by: result) == true { end() }
      case .end: close(Conversation.Close(code: 1000))
      case .refuse(let how, let why):
        state.withLock { $0.failure = fault(.malformed, why) }
        close(how)
      }
    }
  }

  /// Handles the server's close before the subscription was over. A lost connection has its own failure.
  private func settle(_ close: Conversation.Close) {
    state.withLock { state in
      guard state.closing == nil, state.failure == nil, let code = close.code,
        ![1000, Conversation.Close.lost].contains(code)
      else { return }
      let reason = close.reason.isEmpty ? "" : " \(close.reason.visible)"
      state.failure = fault(.other, "ended the subscription: \(code)\(reason)")
    }
  }

  private func fault(_ category: NetworkError.Category, _ words: String) -> NetworkError {
    NetworkError(category, "\(URLParts(prepared.request.url).hostAndPort) \(words)", request: prepared.request)
  }
}

extension PreparedRequest {
  /// The handshake request: the operation is sent once the connection is open.
  var socketRequest: Request {
    // The built request with parts removed is still valid.
    (try? request.with { config in
      config.method = .get
      config.body = .none
      config.headers.remove("Content-Type")
      if config.headers["Accept"] == "text/event-stream" { config.headers.remove("Accept") }
    }) ?? request
  }
}

extension ConversationDriver {
  /// GraphQL subscriptions: over WebSocket (`graphql-transport-ws`) or as server-sent events (GraphQL over SSE,
  /// distinct connections). If the file does not choose, WebSocket first, then events if the server does not open one.
  /// - Parameters:
  ///   - isAttended: true if a user ends it. Otherwise, as in a run, it ends once everything that the request asks
  ///     about has arrived, or its time is over.
  ///   - patience: the time limit for the server to acknowledge the connection.
  package static func subscriptions(
    _ client: Client, isAttended: Bool = false, patience: Duration = SubscriptionRun.patience
  ) -> ConversationDriver {
    let overHTTP = ConversationDriver(client)
    let accepts: @Sendable (PreparedRequest) -> Bool = { $0.operation?.kind == .subscription }
    return ConversationDriver(kinds: [RequestDefinition.Kind.graphql.word], accepts: accepts) { prepared, report in
      guard let operation = prepared.operation else { return Exchange(startedAt: Date()) }
      if operation.transport == .events {
        return await EventSubscription(overHTTP, prepared, isAttended: isAttended, report).exchange()
      }
      let run = SubscriptionRun(
        client, prepared, operation, goal: isAttended ? nil : GoalWatch(prepared.definition, isSubscription: true),
        report: report)
      let exchange = await run.run(isAttended: isAttended, patience: patience)
      guard operation.transport == nil, exchange.opensNoSocket else { return exchange }
      do throws(NetworkError) {
        let left = try prepared.afterSpending(exchange.duration)
        return await EventSubscription(overHTTP, left, isAttended: isAttended, report).exchange(after: exchange)
      } catch {
        var late = exchange
        late.failure = error
        return late
      }
    }
  }
}

/// A subscription as server-sent events: an HTTP exchange that an event may end.
private struct EventSubscription: Sendable {
  let driver: ConversationDriver
  let prepared: PreparedRequest
  let isAttended: Bool
  let report: ConversationDriver.Listener

  init(
    _ driver: ConversationDriver, _ prepared: PreparedRequest, isAttended: Bool,
    _ report: @escaping ConversationDriver.Listener
  ) {
    let goal = isAttended ? nil : GoalWatch(prepared.definition, isSubscription: true)
    self.driver = driver.ending { exchange, count in
      guard let message = exchange.streamed?.head(of: count - 1) else { return false }
      return message.event == "complete" || goal?.isReached(by: message.asMessage) == true
    }
    self.prepared = prepared.conversationLimit(isAttended: isAttended).map(prepared.limited) ?? prepared
    self.isAttended = isAttended
    self.report = report
  }

  /// - Parameter refused: the exchange that did not open a WebSocket.
  func exchange(after refused: Exchange) async -> Exchange {
    if let hop = refused.hops.last { report(.continued(hop)) }
    var whole = await exchange()
    for index in whole.hops.indices where whole.hops[index].cause == .initial {
      whole.hops[index].cause = .retry(attempt: 1)
    }
    whole.hops = refused.hops + whole.hops
    whole.attempts += refused.attempts
    whole.startedAt = refused.startedAt
    whole.duration += refused.duration
    return whole
  }

  func exchange() async -> Exchange {
    var exchange: Exchange
    do throws(NetworkError) {
      exchange = try await driver.exchange(prepared) { [report] event in
        guard case .streamed(let messages) = event else { return report(event) }
        report(.streamed(messages.results))
      }
    } catch {
      exchange = Exchange(startedAt: Date(), failure: error)
    }
    exchange.streamed = exchange.streamed?.results
    guard exchange.streamed != nil else { return exchange }
    // The user or the time limit ends an open subscription; that is no failure.
    if exchange.failure?.category == (isAttended ? .cancelled : .totalTimeout) { exchange.failure = nil }
    return exchange
  }
}

extension StreamedMessages {
  /// The messages without the event that ends the subscription, which belongs to the protocol and is not a result, as
  /// over WebSocket.
  fileprivate var results: StreamedMessages {
    isEmpty || head(of: count - 1).event != "complete" ? self : prefix(count - 1)
  }
}

extension Exchange {
  /// True if the server answered the handshake like one without WebSocket support at that URL.
  fileprivate var opensNoSocket: Bool {
    guard failure?.category == .status, let status = response?.status.code else { return false }
    // 401 and 407 ask for a login, which events would need, too.
    return status < 300 && status != 101 || status == 501
      || (400..<500).contains(status) && status != 401 && status != 407
  }
}
