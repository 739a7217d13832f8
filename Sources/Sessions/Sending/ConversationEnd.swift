import Basics
import Networking
import Synchronization
package import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// When a conversation has said what the user waited for. It then ends as a success: judged and kept like any other.
package struct ConversationEnd: Sendable {
  /// After so many messages from the server.
  package var count: Int?
  /// After the first message of which this holds: `message.data.state eq done`, `messages.count gte 3`.
  package var until: Assertion?

  package init(count: Int? = nil, until: Assertion? = nil) {
    self.count = count
    self.until = until
  }

  /// What it waits for, to say that it did not come.
  package var words: String {
    [
      count.map { $0 == 1 ? "1 message" : "\(Quantity.count($0)) messages" },
      until.map { [$0.expression, $0.operator, $0.value].filter { !$0.isEmpty }.joined(separator: " ") },
    ].compactMap { $0 }.joined(separator: " or ")
  }
}

extension ConversationDriver {
  /// The same driver, which ends its exchange once the messages are as expected; `ended` is called then.
  /// - Parameter closing: ends it in order; without it, it is cancelled.
  package func ending(
    when end: ConversationEnd, of plan: SendPlan, closing: (@Sendable () -> Void)? = nil,
    ended: @escaping @Sendable () -> Void
  ) -> ConversationDriver {
    ConversationDriver(of: self) { prepared, listener throws(NetworkError) in
      let watch = EndWatch(end, plan)
      let running = Task {
        await Carried.by(self, prepared) { event in
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
      // Cancelled by us, which is the end that was asked for.
      if exchange.failure?.category == .cancelled { exchange.failure = nil }
      if let streamed = exchange.streamed { exchange.streamed = watch.known?.prefix(streamed.count) ?? streamed }
      return exchange
    }
  }
}

/// Runs a driver to its end, where an error is a value: a task of its own throws any.
private enum Carried {
  static func by(
    _ driver: ConversationDriver, _ prepared: PreparedRequest, _ listener: @escaping ConversationDriver.Listener
  ) async -> Result<Exchange, NetworkError> {
    do throws(NetworkError) { return .success(try await driver.exchange(prepared, listener)) } catch {
      return .failure(error)
    }
  }
}

/// Judges the messages of one exchange as they arrive.
// A class because events come from any thread.
private final class EndWatch: Sendable {
  private struct State {
    /// What the expression is judged by: the exchange so far.
    var exchange = Exchange(startedAt: Date())
    var judged = 0
    var hasEnded = false
    var stop: (@Sendable () -> Void)?
  }

  private let end: ConversationEnd
  private let plan: SendPlan
  private let state = Mutex(State())

  init(_ end: ConversationEnd, _ plan: SendPlan) {
    self.end = end
    self.plan = plan
  }

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

  /// The event without what comes after the end.
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
      state.hasEnded = holds(state.exchange, state.judged)
      if state.hasEnded { return messages.prefix(state.judged) }
    }
    state.exchange.streamed = messages
    return messages
  }

  /// The messages up to the one that ends it.
  private func judged(_ messages: ConversationMessages, _ state: inout State) -> ConversationMessages {
    var number = state.exchange.conversation?.messages.count ?? 0
    while number < messages.count, !state.hasEnded {
      number += 1
      let head = messages.head(of: number - 1)
      guard head.direction == .incoming, head.kind.isContent else { continue }
      state.judged += 1
      state.exchange.conversation = Conversation(state: .open, messages: messages.starting(number))
      state.hasEnded = holds(state.exchange, state.judged)
    }
    state.exchange.conversation = Conversation(state: .open, messages: messages.starting(number))
    return messages.starting(number)
  }

  private func holds(_ exchange: Exchange, _ count: Int) -> Bool {
    if let most = end.count, count >= most { return true }
    guard let until = end.until else { return false }
    return plan.context.verdict(of: until, plan.definition, on: exchange).passed
  }
}
