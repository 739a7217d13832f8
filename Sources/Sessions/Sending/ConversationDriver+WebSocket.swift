import Basics
package import Networking
import Synchronization
import Workspaces

extension ConversationDriver {
  /// WebSocket (RFC 6455): the selected messages of the file, then what the user says.
  /// - Parameters:
  ///   - input: what the user says; `nil` for nothing.
  ///   - isAttended: whether somebody ends it who says nothing. Without either, as in a run, it is closed once everything
  ///     that the request asks about has arrived, or its time is over.
  package static func webSocket(
    _ client: Client, input: ConversationInput? = nil, isAttended: Bool = false
  ) -> ConversationDriver {
    let isAttended = isAttended || input != nil
    return ConversationDriver(kinds: [RequestDefinition.Kind.webSocket.word]) { prepared, tell in
      let sender = WebSocketSender()
      let goal = isAttended ? nil : GoalWatch(prepared.definition)
      let feeding = Task { await feed(prepared.messages, input, to: sender) { goal?.sentAll() ?? false } }
      defer { feeding.cancel() }
      let watched: Listener = { event in
        tell(event)
        guard case .message(let message) = event, let goal else { return }
        if goal.isReached(by: message) { sender.close(Conversation.Close(code: 1000)) }
      }
      var exchange = await client.exchange(
        webSocket: prepared.request, WebSocketConfig(prepared, isAttended: isAttended), from: sender, telling: watched
      ) { $0.cookies = prepared.cookies ?? $0.cookies }
      // Whoever attends to an open conversation ends it; that is no failure.
      let isOpened = exchange.response?.status.code == 101
      if isAttended, isOpened, exchange.failure?.category == .cancelled { exchange.failure = nil }
      return exchange
    }
  }

  /// - Parameter isReached: whether the conversation can end now that all messages of the file are sent.
  private static func feed(
    _ messages: [PreparedMessage], _ input: ConversationInput?, to sender: WebSocketSender, isReached: () -> Bool
  ) async {
    do throws(NetworkError) {
      for message in messages { try await sender.send(message.kind, message.bytes) }
      guard let input else {
        try await sender.opened()
        if isReached() { sender.close(Conversation.Close(code: 1000)) }
        return
      }
      let end: @Sendable (Conversation.Close) -> Void = { sender.close($0) }
      try await input.entries(ended: end) { entry throws(NetworkError) in
        switch entry {
        case .message(let kind, let bytes): try await sender.send(kind, bytes)
        case .close(let close):
          try await sender.opened()
          sender.close(close)
        }
      }
    } catch {
      // The conversation is over, and its exchange says why.
    }
  }
}

extension WebSocketConfig {
  /// What nobody attends to ends by itself.
  static let unattended = Duration.seconds(30)

  init(_ prepared: PreparedRequest, isAttended: Bool) {
    self.init()
    let options = prepared.request.options
    compresses = options.decompresses ?? true
    if let size = options.maximumBodySize { maximumMessageSize = size > 0 ? size : .max }
    let interval = prepared.definition.conversation.keepAliveInterval
    if interval > 0, interval < 1e9 { pingInterval = .milliseconds(Int64(interval)) }
    let limit = options.totalTimeout ?? .zero
    duration = limit > .zero ? limit : isAttended ? nil : Self.unattended
  }
}

/// What must have arrived before a conversation that nobody attends to can end: the messages that its assertions and
/// captures look at.
struct ConversationGoal {
  private var isSent = false
  private var count = 0
  private var wanted: Int
  /// Whether an assertion is about the close, which is then the server's.
  private let awaitsClose: Bool

  init(_ definition: RequestDefinition) {
    let checks = definition.assertions.filter(\.isEnabled)
    let paths = checks.map(\.expression) + definition.captures.filter(\.isEnabled).map(\.expression)
    var wanted = paths.compactMap(CheckExpression.init).compactMap(\.messageCount).max() ?? 0
    for check in checks where CheckExpression(check.expression)?.countsMessages == true {
      wanted = max(wanted, Int(check.value) ?? 0)
    }
    self.wanted = wanted
    awaitsClose = paths.contains { CheckExpression($0)?.isAboutClose == true }
  }

  /// A subscription says all it has to say with its beginning; without anything asked about, its first message is enough.
  mutating func begin() {
    isSent = true
    wanted = max(wanted, 1)
  }

  mutating func sentAll() -> Bool {
    isSent = true
    return isReached
  }

  mutating func isReached(by message: ConversationMessage) -> Bool {
    if message.kind != .control { count += 1 }
    return isReached
  }

  private var isReached: Bool { isSent && count >= wanted && !awaitsClose }
}

/// A goal that two tasks come nearer to.
final class GoalWatch: Sendable {
  private let goal: Mutex<ConversationGoal>

  /// - Parameter isSent: whether there is nothing to say that it has to wait for.
  init(_ definition: RequestDefinition, isSent: Bool = false) {
    var made = ConversationGoal(definition)
    if isSent { made.begin() }
    goal = Mutex(made)
  }

  func sentAll() -> Bool { goal.withLock { $0.sentAll() } }

  func isReached(by message: ConversationMessage) -> Bool { goal.withLock { $0.isReached(by: message) } }
}
