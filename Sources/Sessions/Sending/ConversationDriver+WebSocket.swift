import Basics
package import Networking
import Synchronization
import Workspaces

extension ConversationDriver {
  /// WebSocket (RFC 6455): sends the selected messages of the file, then the user's input.
  /// - Parameters:
  ///   - input: the user's messages; `nil` for none.
  ///   - isAttended: true if a user is there to end it. Without input or a user, as in a run, it closes once everything
  ///     that the request asks about has arrived, or its time is over.
  package static func webSocket(
    _ client: Client, input: ConversationInput? = nil, isAttended: Bool = false
  ) -> ConversationDriver {
    let isAttended = isAttended || input != nil
    return ConversationDriver(kinds: [RequestDefinition.Kind.webSocket.word]) { prepared, report in
      let goal = isAttended ? nil : GoalWatch(prepared.definition, isReadByScripts: prepared.isReadByScripts)
      let line = MessageSender()
      let answers = ReplyCounter()
      let feeding = Task { await feed(input, to: line, answers) }
      defer { feeding.cancel() }
      let watched: Listener = { event in
        report(event)
        guard case .message(let message) = event else { return }
        answers.count(message)
        guard let goal else { return }
        if goal.isReached(by: message) { line.close(Conversation.Close(code: 1000)) }
      }
      let connections = WebSocketConnections(
        client: client, prepared: prepared, isAttended: isAttended, line: line, report: watched
      ) {
        guard let goal else { return false }
        if prepared.isReadByScripts {
          Task {
            await answers.wait(atLeast: max(1, prepared.messages.count))
            if goal.isAnswered() { line.close(Conversation.Close(code: 1000)) }
          }
        }
        return goal.sentAll()
      }
      var exchange = await connections.exchange()
      line.end()
      // The user ends an open conversation; that is no failure.
      let isOpened = exchange.response?.status.code == 101
      if isAttended, isOpened, exchange.failure?.category == .cancelled { exchange.failure = nil }
      return exchange
    }
  }

  /// Passes on the user's messages.
  private static func feed(_ input: ConversationInput?, to line: MessageSender, _ answers: ReplyCounter) async {
    guard let input else { return }
    do throws(NetworkError) {
      let end: @Sendable (Conversation.Close) -> Void = { line.close($0) }
      try await input.entries(ended: end) { entry throws(NetworkError) in
        switch entry {
        case .message(let kind, let bytes): try await line.send(kind, bytes)
        case .close(let close):
          try await line.opened()
          line.close(close)
        case .end:
          try await line.opened()
          await answers.wait()
          line.close(Conversation.Close(code: 1000))
        }
      }
    } catch {
      // The conversation is over, and its exchange gives the reason.
    }
  }
}

extension WebSocket.Config {
  /// - Parameter left: the remaining time for all connections; `nil` for the first.
  init(_ prepared: PreparedRequest, isAttended: Bool, left: Duration? = nil) {
    self.init()
    let options = prepared.request.options
    compresses = options.decompresses ?? true
    if let size = options.maximumBodySize { maximumMessageSize = size > 0 ? size : .max }
    let interval = prepared.definition.conversation.keepAliveInterval
    if interval > 0, interval < 1e9 { pingInterval = .milliseconds(Int64(interval)) }
    // Variables in a user's messages are resolved for the server of the request.
    keepsOrigin = isAttended
    duration = left ?? prepared.conversationLimit(isAttended: isAttended)
  }
}

/// The messages that must arrive before an unattended conversation can end: those that assertions and captures refer
/// to.
// A class because two tasks update it.
final class GoalWatch: Sendable {
  private struct State {
    var isSent: Bool
    /// True until the messages have answers, or none follow, if scripts read these.
    var awaitsAnswers: Bool
    var count = 0
    let wanted: Int
    /// True if an assertion is about the close, which the server must then send.
    let awaitsClose: Bool

    var isReached: Bool { isSent && !awaitsAnswers && count >= wanted && !awaitsClose }
  }

  private let state: Mutex<State>

  /// - Parameter isSubscription: true if there are no messages to send. Without assertions or captures, its first result
  ///   is enough.
  init(_ definition: RequestDefinition, isSubscription: Bool = false, isReadByScripts: Bool = false) {
    let checks = definition.assertions.filter(\.isEnabled)
    let paths = checks.map(\.expression) + definition.captures.filter(\.isEnabled).map(\.expression)
    var wanted = paths.compactMap(CheckExpression.init).compactMap(\.messageCount).max() ?? 0
    for check in checks where CheckExpression(check.expression)?.countsMessages == true {
      wanted = max(wanted, Int(check.value) ?? 0)
    }
    state = Mutex(
      State(
        isSent: isSubscription, awaitsAnswers: isReadByScripts, wanted: max(wanted, isSubscription ? 1 : 0),
        awaitsClose: paths.contains { CheckExpression($0)?.isAboutClose == true }))
  }

  func sentAll() -> Bool {
    state.withLock { state in
      state.isSent = true
      return state.isReached
    }
  }

  func isAnswered() -> Bool {
    state.withLock { state in
      state.awaitsAnswers = false
      return state.isReached
    }
  }

  func isReached(by message: ConversationMessage) -> Bool {
    state.withLock { state in
      if message.kind != .control { state.count += 1 }
      return state.isReached
    }
  }
}

/// Sends messages on the current connection of a conversation.
// A class because connections and messages come from different tasks.
final class MessageSender: Sendable {
  private struct State {
    /// The connection begun last, to be closed.
    var begun: WebSocketSender?
    /// The connection for the user's messages; `nil` before the first connection has sent those of the file.
    var sender: WebSocketSender?
    var number = 0
    var isOver = false
    var close: Conversation.Close?
  }

  private let state = Monitor(State())

  var close: Conversation.Close? { state.read { $0.close } }

  /// Registers a new connection.
  func begin(_ sender: WebSocketSender) { state.change { $0.begun = sender } }

  /// Sends the user's messages on this connection from now on.
  func connect(_ sender: WebSocketSender) {
    state.change { state in
      state.sender = sender
      state.number += 1
    }
  }

  /// Marks the last connection as over.
  func end() { state.change { $0.isOver = true } }

  /// Closes in order and prevents further connections.
  func close(_ close: Conversation.Close) {
    let sender = state.change { state in
      state.close = state.close ?? close
      return state.begun
    }
    sender?.close(close)
  }

  /// Sends a message on the current connection, or on the next one.
  func send(_ kind: ConversationMessage.Kind, _ bytes: [UInt8]) async throws(NetworkError) {
    try await trying { sender throws(NetworkError) in try await sender.send(kind, bytes) }
  }

  func opened() async throws(NetworkError) {
    try await trying { sender throws(NetworkError) in try await sender.opened() }
  }

  private func trying(_ work: (WebSocketSender) async throws(NetworkError) -> Void) async throws(NetworkError) {
    var failure = NetworkError(.other, "The conversation is over: nothing more can be sent")
    var tried = 0
    while true {
      if Task.isCancelled { throw NetworkError(.cancelled, "The request was cancelled") }
      let (sender, number, isOver) = state.read { ($0.sender, $0.number, $0.isOver) }
      if let sender, number > tried {
        tried = number
        do throws(NetworkError) { return try await work(sender) } catch { failure = error }
      } else if isOver {
        throw failure
      } else {
        await state.wait { $0.number > number || $0.isOver }
      }
    }
  }
}

/// Counts sent and received messages, to find the end of a conversation whose input has ended. Many servers drop
/// unanswered messages when a close arrives.
final class ReplyCounter: Sendable {
  /// The silence after which no more answers are expected.
  static let patience = Duration.seconds(2)

  private struct State {
    var sent = 0
    var received = 0
    var isQuiet = false
  }

  private let state = Monitor(State())
  private let patience: Duration

  init(patience: Duration = ReplyCounter.patience) { self.patience = patience }

  func count(_ message: ConversationMessage) {
    guard message.kind.isContent else { return }
    state.change { state in
      if message.direction == .outgoing { state.sent += 1 } else { state.received += 1 }
    }
  }

  /// Returns once each message has an answer, or none arrived for a while.
  /// - Parameter least: the least number of answers.
  func wait(atLeast least: Int = 0) async {
    let watching = Task { [self] in await watchSilence() }
    await state.wait { $0.received >= max($0.sent, least) || $0.isQuiet }
    watching.cancel()
  }

  private func watchSilence() async {
    while true {
      let before = state.read { $0.received }
      // Cancelled once the answers are there.
      do { try await Pause.wait(patience) } catch { return }
      state.change { $0.isQuiet = $0.received == before }
    }
  }
}
