import Basics
import HTTPTypes
import Networking
import Synchronization
import Workspaces

/// One subscription over WebSocket, from the handshake to its end.
///
/// ```
/// WebSocketRun ─► SubscriptionProtocol ─► what is told, what is sent, how it ends
/// ```
// A class because the connection tells events on its own thread.
final class SubscriptionRun: Sendable {
  /// How long the server may take to acknowledge the connection.
  static let patience = Duration.seconds(10)
  /// So many answers to pings may wait: only the last one matters.
  private static let mostWaiting = 100

  private struct State {
    var machine: SubscriptionProtocol
    var failure: NetworkError?
    /// How our side has closed it.
    var closing: Conversation.Close?
  }

  private let client: Client
  private let prepared: PreparedRequest
  private let tell: ConversationDriver.Listener
  private let sender = WebSocketSender()
  private let texts: AsyncStream<String>
  private let feed: AsyncStream<String>.Continuation
  private let goal: GoalWatch?
  private let state: Mutex<State>

  init(
    _ client: Client, _ prepared: PreparedRequest, _ operation: PreparedOperation, goal: GoalWatch?,
    tell: @escaping ConversationDriver.Listener
  ) {
    self.client = client
    self.prepared = prepared
    self.tell = tell
    self.goal = goal
    (texts, feed) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingOldest(Self.mostWaiting))
    state = Mutex(State(machine: SubscriptionProtocol(operation.payload, connectionInit: operation.connectionInit)))
  }

  /// - Parameter patience: how long the server may take to acknowledge the connection.
  func run(isAttended: Bool, patience: Duration) async -> Exchange {
    var config = WebSocketConfig(prepared, isAttended: isAttended)
    config.subprotocols = [SubscriptionProtocol.name]
    feed.yield(state.withLock { $0.machine.greeting })
    let speaking = Task { await speak() }
    let waiting = Task { await wait(patience) }
    defer {
      feed.finish()
      speaking.cancel()
      waiting.cancel()
    }
    let listener: ConversationDriver.Listener = { [self] in hear($0) }
    var exchange = await client.exchange(
      webSocket: prepared.socketRequest, config, from: sender, telling: listener
    ) { $0.cookies = prepared.cookies ?? $0.cookies }
    let (known, closing) = state.withLock { ($0.failure, $0.closing) }
    if let known { exchange.failure = known }
    guard exchange.response?.status.code == 101 else { return exchange }
    // A close of ours that the server does not answer is an end, too.
    if closing != nil, known == nil, exchange.failure?.category != .cancelled { exchange.failure = nil }
    if isAttended, exchange.failure?.category == .cancelled { exchange.failure = nil }
    return exchange
  }

  /// Sends what is to be sent, in order, and closes once nothing more is.
  private func speak() async {
    do throws(NetworkError) {
      for await text in texts { try await sender.send(.text, Array(text.utf8)) }
      if let closing = state.withLock({ $0.closing }) { sender.close(closing) }
    } catch {
      // The conversation is over, and its exchange says why.
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

  /// Ends the subscription and the connection, in order.
  func end() {
    if let text = state.withLock({ $0.machine.farewell() }) { feed.yield(text) }
    close(Conversation.Close(code: 1000))
  }

  private func close(_ close: Conversation.Close) {
    state.withLock { $0.closing = $0.closing ?? close }
    feed.finish()
  }

  private func hear(_ event: ConversationEvent) {
    switch event {
    case .message(let message) where message.direction == .outgoing:
      var message = message
      if message.kind == .text { message.kind = .control }
      tell(.message(message))
    case .message(let message): take(message)
    case .state(.closed(let close)):
      settle(close)
      tell(event)
    default: tell(event)
    }
  }

  private func take(_ message: ConversationMessage) {
    let bytes = message.body.allBytes
    for step in state.withLock({ $0.machine.take(message.kind, bytes) }) {
      switch step {
      case .say(let text): feed.yield(text)
      case .tell(let kind, let said):
        let body = said == bytes ? message.body : ByteStore(said)
        let told = ConversationMessage(.incoming, kind, body, at: message.date)
        tell(.message(told))
        if goal?.isReached(by: told) == true { end() }
      case .end: close(Conversation.Close(code: 1000))
      case .refuse(let how, let why):
        state.withLock { $0.failure = fault(.malformed, why) }
        close(how)
      }
    }
  }

  /// The server's close, where the subscription was not over. That of a lost connection has a failure of its own.
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
  /// The handshake: the operation is said once the connection is open.
  var socketRequest: Request {
    // It is the request that was built, with less in it.
    (try? request.with { config in
      config.method = .get
      config.body = .none
      config.headers.remove("Content-Type")
      if config.headers["Accept"] == "text/event-stream" { config.headers.remove("Accept") }
    }) ?? request
  }
}
