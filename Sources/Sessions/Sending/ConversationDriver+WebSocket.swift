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
      let goal = isAttended ? nil : GoalWatch(prepared.definition)
      let line = SpeakingLine()
      let feeding = Task { await feed(input, to: line) }
      defer { feeding.cancel() }
      let watched: Listener = { event in
        tell(event)
        guard case .message(let message) = event, let goal else { return }
        if goal.isReached(by: message) { line.close(Conversation.Close(code: 1000)) }
      }
      let connections = WebSocketConnections(
        client: client, prepared: prepared, isAttended: isAttended, line: line, tell: watched
      ) { goal?.sentAll() ?? false }
      var exchange = await connections.exchange()
      line.end()
      // Whoever attends to an open conversation ends it; that is no failure.
      let isOpened = exchange.response?.status.code == 101
      if isAttended, isOpened, exchange.failure?.category == .cancelled { exchange.failure = nil }
      return exchange
    }
  }

  /// Passes on what the user says.
  private static func feed(_ input: ConversationInput?, to line: SpeakingLine) async {
    guard let input else { return }
    do throws(NetworkError) {
      let end: @Sendable (Conversation.Close) -> Void = { line.close($0) }
      try await input.entries(ended: end) { entry throws(NetworkError) in
        switch entry {
        case .message(let kind, let bytes): try await line.send(kind, bytes)
        case .close(let close):
          try await line.opened()
          line.close(close)
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

  /// - Parameter left: what is left of the time for all connections; `nil` for the first.
  init(_ prepared: PreparedRequest, isAttended: Bool, left: Duration? = nil) {
    self.init()
    let options = prepared.request.options
    compresses = options.decompresses ?? true
    if let size = options.maximumBodySize { maximumMessageSize = size > 0 ? size : .max }
    let interval = prepared.definition.conversation.keepAliveInterval
    if interval > 0, interval < 1e9 { pingInterval = .milliseconds(Int64(interval)) }
    let limit = options.totalTimeout ?? .zero
    // Variables in what a user says are resolved for the server of the request.
    keepsOrigin = isAttended
    duration = left ?? (limit > .zero ? limit : isAttended ? nil : Self.unattended)
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
