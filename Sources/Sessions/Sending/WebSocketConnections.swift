import Basics
import Essentials
import Networking
import Synchronization
import Workspaces

/// The connections of one WebSocket: one, or with `reconnect` as many as needed:
///
/// ```
/// connect ─► open ─► loss, or a close that asks to come back ─► wait 1, 2, 4 … 30 s ─► connect ─► …
///                                                                └► five in a row without a message: over
/// ```
struct WebSocketConnections: Sendable {
  /// The delay before the first retry; it doubles with each consecutive one.
  static let firstDelay = Duration.seconds(1)
  static let longestDelay = Duration.seconds(30)
  /// The close codes that ask for a reconnection: going away, internal error, restart, try again later (RFC 6455,
  /// section 7.4.1, and IANA's registry), or none at all.
  static let passingCloses: Set<Int> = [1001, 1006, 1011, 1012, 1013]

  /// Failures that a retry would not fix.
  private static let final: Set<NetworkError.Category> = [
    .cancelled, .totalTimeout, .malformed, .tls, .url, .encoding, .bodyTooLarge, .storage, .unsupported,
    .refusedRedirect,
    .unauthorized,
  ]

  let client: Client
  let prepared: PreparedRequest
  let isAttended: Bool
  let line: MessageSender
  let report: ConversationDriver.Listener
  /// Called after sending the messages of the file; returns whether the conversation can end now.
  let sentAll: @Sendable () -> Bool

  private typealias Listener = ConversationDriver.Listener

  private final class Watch: Sendable {
    private struct State {
      var messages = 0
      var wasOpen = false
      var close: Conversation.Close?
    }

    private let state = Mutex(State())

    var messages: Int { state.withLock { $0.messages } }
    var wasOpen: Bool { state.withLock { $0.wasOpen } }
    var close: Conversation.Close? { state.withLock { $0.close } }

    func receive(_ event: ConversationEvent) {
      state.withLock { state in
        switch event {
        case .message(let message) where message.direction == .incoming && message.kind.isContent: state.messages += 1
        case .state(.closed(let close)): state.close = close
        case .state(.open):
          state.wasOpen = true
          state.close = nil
        default: break
        }
      }
    }
  }

  func exchange() async -> Exchange {
    let watch = Watch()
    let start = ContinuousClock.now
    let limit = prepared.conversationLimit(isAttended: isAttended)
    var whole = await connect(watch, within: nil)
    guard prepared.definition.settings.reconnects == true else { return whole }
    var last = whole
    var fruitless = 0
    while comesBack(after: last, watch), fruitless < Reconnection.mostFruitless {
      let count = watch.messages
      let delay = min(Self.firstDelay * (1 << fruitless), Self.longestDelay)
      let left = limit.map { $0 - (ContinuousClock.now - start) - delay }
      if let left, left <= .zero { break }
      report(.state(.reconnecting(at: Date(timeIntervalSinceNow: delay.inSeconds))))
      do { try await Pause.wait(delay) } catch {
        whole.failure = NetworkError(.cancelled, "The request was cancelled", request: prepared.request)
        break
      }
      // Closed between connections.
      if line.close != nil { break }
      last = await connect(watch, within: left)
      whole.add(retry: last)
      whole.body = last.body ?? whole.body
      fruitless = watch.messages > count ? 0 : fruitless + 1
    }
    whole.duration = ContinuousClock.now - start
    return whole
  }

  private func connect(_ watch: Watch, within left: Duration?) async -> Exchange {
    let sender = WebSocketSender()
    line.begin(sender)
    // Each connection first sends the messages of the file.
    let sending = Task {
      do throws(NetworkError) {
        for message in prepared.messages { try await sender.send(message.kind, message.bytes) }
        line.connect(sender)
        try await sender.opened()
        if let close = line.close { sender.close(close) }
        if sentAll() { line.close(Conversation.Close(code: 1000)) }
      } catch {
        // The conversation is over, and its exchange gives the reason.
      }
    }
    defer { sending.cancel() }
    func configure(_ config: inout ExecutionConfig) { prepared.configure(&config) }
    let config = WebSocket.Config(prepared, isAttended: isAttended, left: left)
    let watched: Listener = { event in
      watch.receive(event)
      report(event)
    }
    return await client.exchange(webSocket: prepared.request, config, from: sender, onEvent: watched, configure)
  }

  /// Returns whether to reconnect: the connection was open once, and neither side meant to end it.
  private func comesBack(after exchange: Exchange, _ watch: Watch) -> Bool {
    guard !Task.isCancelled, line.close == nil, watch.wasOpen else { return false }
    if let failure = exchange.failure { return !Self.final.contains(failure.category) }
    return watch.close.map { $0.code.map(Self.passingCloses.contains) ?? true } ?? false
  }
}
