import Basics
import Essentials
import Networking
import Synchronization
package import Workspaces

/// The condition that ends a conversation. It then ends as a success and is judged and recorded like any other.
package struct ConversationEnd: Sendable {
  /// Ends after this number of messages from the server.
  package var count: Int?
  /// Ends after the first message for which this holds: `message.data.state eq done`, `messages.count gte 3`.
  package var until: Assertion?

  package init(count: Int? = nil, until: Assertion? = nil) {
    self.count = count
    self.until = until
  }

  /// A description of the condition, to report that it was not met.
  package var words: String {
    [
      count.map { $0 == 1 ? "1 message" : "\(Quantity.count($0)) messages" },
      until.map { [$0.expression, $0.operator, $0.value].filter { !$0.isEmpty }.joined(separator: " ") },
    ].compactMap { $0 }.joined(separator: " or ")
  }
}

extension ConversationDriver {
  /// A copy of the driver that ends its exchange once the messages meet the condition; then calls `ended`.
  /// - Parameter closing: closes the exchange in order; without it, the exchange is cancelled.
  package func ending(
    when end: ConversationEnd, of plan: SendPlan, closing: (@Sendable () -> Void)? = nil,
    ended: @escaping @Sendable () -> Void
  ) -> ConversationDriver {
    ending(closing: closing, ended: ended) { exchange, count in
      if let most = end.count, count >= most { return true }
      guard let until = end.until else { return false }
      return plan.context.verdict(of: until, plan.definition, on: exchange).passed
    }
  }

  /// - Parameter isLast: takes the exchange up to a message from the server, and the number of these messages. Returns
  ///   true if that message is the last one.
  func ending(
    closing: (@Sendable () -> Void)? = nil, ended: @escaping @Sendable () -> Void = {},
    when isLast: @escaping @Sendable (Exchange, Int) -> Bool
  ) -> ConversationDriver {
    ConversationDriver(of: self) { prepared, listener throws(NetworkError) in
      let watch = EndWatch(isLast)
      let running = Task {
        await result(of: prepared) { event in
          for event in watch.limited(event) { listener?(event) }
          if watch.hasEnded { watch.stop() }
        }
      }
      watch.set { if let closing { closing() } else { running.cancel() } }
      let carried = await withTaskCancellationHandler {
        await running.value
      } onCancel: {
        running.cancel()
      }
      var exchange = try carried.get()
      guard watch.hasEnded else { return exchange }
      ended()
      // Cancelled by this side, as requested.
      if exchange.failure?.category == .cancelled { exchange.failure = nil }
      if let streamed = exchange.streamed { exchange.streamed = watch.known?.prefix(streamed.count) ?? streamed }
      return exchange
    }
  }
}

extension ConversationDriver {
  /// A copy of the driver that calls `reached` when an exchange ends by its time limit.
  package func noticing(limit reached: @escaping @Sendable () -> Void) -> ConversationDriver {
    ConversationDriver(of: self) { prepared, listener throws(NetworkError) in
      let start = ContinuousClock.now
      let exchange = try await self.exchange(prepared, listener)
      // A conversation at its limit closes in order, which is not a failure.
      let isOverdue = exchange.conversation != nil && prepared.timeLimit.map { .now - start >= $0 } ?? false
      if isOverdue || exchange.failure?.category == .totalTimeout { reached() }
      return exchange
    }
  }
}

extension PreparedRequest {
  /// The time limit that the request or the user sets, if any.
  var timeLimit: Duration? { request.options.totalTimeout.flatMap { $0 > .zero ? $0 : nil } }

  /// The time limit of a conversation. If no user is there to end it, it ends after a while.
  func conversationLimit(isAttended: Bool) -> Duration? { timeLimit ?? (isAttended ? nil : .seconds(30)) }

  /// A copy of the request with the remaining time, for the next of several exchanges that share a limit.
  /// - Throws: `NetworkError` (`totalTimeout`) if no time is left.
  func afterSpending(_ spent: Duration) throws(NetworkError) -> PreparedRequest {
    guard let timeLimit else { return self }
    guard spent < timeLimit else {
      let address = URLParts(request.url).hostAndPort
      throw NetworkError(.totalTimeout, "The request to \(address) took longer than \(Quantity.limit(timeLimit))")
    }
    return limited(to: timeLimit - spent)
  }

  func limited(to limit: Duration) -> PreparedRequest {
    var copy = self
    // A time limit makes no request invalid.
    copy.request = (try? request.with { $0.options.totalTimeout = limit }) ?? request
    return copy
  }
}

/// Judges the messages of one exchange as they arrive.
// A class because events come from any thread.
private final class EndWatch: Sendable {
  private struct State {
    /// The exchange so far, which the expression is evaluated on.
    var exchange = Exchange(startedAt: Date())
    var judged = 0
    var hasEnded = false
    var stop: (@Sendable () -> Void)?
  }

  private let isLast: @Sendable (Exchange, Int) -> Bool
  private let state = Mutex(State())

  init(_ isLast: @escaping @Sendable (Exchange, Int) -> Bool) { self.isLast = isLast }

  var hasEnded: Bool { state.withLock { $0.hasEnded } }
  /// The messages up to the last one that counts.
  var known: StreamedMessages? { state.withLock { $0.exchange.streamed } }

  func set(_ stop: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      state.stop = stop
      return state.hasEnded
    }
    if isLate { stop() }
  }

  func stop() { state.withLock { $0.stop }?() }

  /// The event without messages after the end.
  func limited(_ event: ConversationEvent) -> [ConversationEvent] {
    state.withLock { state in
      guard !state.hasEnded else { return [] }
      switch event {
      case .started(let request): state.exchange.hops = [Hop(request: request)]
      case .head(let head, let body):
        if !state.exchange.hops.isEmpty { state.exchange.hops[0].response = head }
        state.exchange.body = body
      case .streamed(let messages): return [.streamed(judged(messages, &state))]
      case .messages(let messages): return [.messages(judged(messages, &state))]
      case .progress, .informational, .continued, .state, .message, .finished: break
      }
      return [event]
    }
  }

  private func judged(_ messages: StreamedMessages, _ state: inout State) -> StreamedMessages {
    while state.judged < messages.count {
      state.judged += 1
      state.exchange.streamed = messages.prefix(state.judged)
      state.hasEnded = isLast(state.exchange, state.judged)
      if state.hasEnded { return messages.prefix(state.judged) }
    }
    state.exchange.streamed = messages
    return messages
  }

  /// The messages up to the one that ends the conversation.
  private func judged(_ messages: ConversationMessages, _ state: inout State) -> ConversationMessages {
    var number = state.exchange.conversation?.messages.count ?? 0
    while number < messages.count, !state.hasEnded {
      number += 1
      let head = messages.head(of: number - 1)
      guard head.direction == .incoming, head.kind.isContent else { continue }
      state.judged += 1
      state.exchange.conversation = Conversation(state: .open, messages: messages.starting(number))
      state.hasEnded = isLast(state.exchange, state.judged)
    }
    state.exchange.conversation = Conversation(state: .open, messages: messages.starting(number))
    return messages.starting(number)
  }
}
