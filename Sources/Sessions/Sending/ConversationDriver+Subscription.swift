import Basics
package import Networking
import Synchronization
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ConversationDriver {
  /// GraphQL's subscriptions: over WebSocket (`graphql-transport-ws`), or as server-sent events (GraphQL over SSE,
  /// distinct connections). If the file does not say which, over WebSocket, and as events where the server opens none.
  /// - Parameters:
  ///   - isAttended: whether somebody ends it. Without, as in a run, it is ended once everything that the request asks
  ///     about has arrived, or its time is over.
  ///   - patience: how long the server may take to acknowledge the connection.
  package static func subscriptions(
    _ client: Client, isAttended: Bool = false, patience: Duration = SubscriptionRun.patience
  ) -> ConversationDriver {
    let overHTTP = ConversationDriver(client)
    let accepts: @Sendable (PreparedRequest) -> Bool = { $0.operation?.kind == .subscription }
    return ConversationDriver(kinds: [RequestDefinition.Kind.graphql.word], accepts: accepts) { prepared, tell in
      guard let operation = prepared.operation else { return Exchange(startedAt: Date()) }
      let events = EventSubscription(overHTTP, prepared, isAttended: isAttended, tell)
      if operation.transport == .events { return await events.exchange() }
      let run = SubscriptionRun(
        client, prepared, operation, goal: isAttended ? nil : GoalWatch(prepared.definition, isSent: true), tell: tell)
      let exchange = await run.run(isAttended: isAttended, patience: patience)
      guard operation.transport == nil, exchange.opensNoSocket else { return exchange }
      return await events.exchange(after: exchange)
    }
  }
}

/// A subscription as server-sent events: an HTTP exchange, whose end may be said by an event.
private struct EventSubscription: Sendable {
  let driver: ConversationDriver
  let prepared: PreparedRequest
  let goal: GoalWatch?
  let isAttended: Bool
  let tell: ConversationDriver.Listener

  init(
    _ driver: ConversationDriver, _ prepared: PreparedRequest, isAttended: Bool,
    _ tell: @escaping ConversationDriver.Listener
  ) {
    var prepared = prepared
    // It lasts as long as somebody wants it, and else as long as any conversation.
    if !isAttended, prepared.request.options.totalTimeout ?? .zero == .zero,
      // That makes no request invalid.
      let limited = try? prepared.request.with({ $0.options.totalTimeout = WebSocketConfig.unattended })
    {
      prepared.request = limited
    }
    self.driver = driver
    self.prepared = prepared
    self.isAttended = isAttended
    goal = isAttended ? nil : GoalWatch(prepared.definition, isSent: true)
    self.tell = tell
  }

  /// - Parameter refused: an exchange that opened no WebSocket.
  func exchange(after refused: Exchange) async -> Exchange {
    if let hop = refused.hops.last { tell(.continued(hop)) }
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
    let watch = EventWatch(goal)
    let running = Task { [driver, prepared, tell] in
      do throws(NetworkError) {
        return try await driver.exchange(prepared) { event in
          guard case .streamed(let messages) = event else { return tell(event) }
          tell(.streamed(messages.results))
          watch.look(at: messages)
        }
      } catch {
        return Exchange(startedAt: Date(), failure: error)
      }
    }
    watch.onEnd { running.cancel() }
    var exchange = await withTaskCancellationHandler {
      await running.value
    } onCancel: {
      running.cancel()
    }
    exchange.streamed = exchange.streamed?.results
    let isStream = exchange.streamed != nil
    // Ended by us, as was wanted.
    if watch.hasEnded || isAttended && isStream, exchange.failure?.category == .cancelled { exchange.failure = nil }
    if !isAttended, isStream, exchange.failure?.category == .totalTimeout { exchange.failure = nil }
    return exchange
  }
}

/// Whether a stream of events has said all that is wanted.
// A class because events come from any thread.
private final class EventWatch: Sendable {
  private struct State {
    var seen = 0
    var hasEnded = false
    var end: (@Sendable () -> Void)?
  }

  private let goal: GoalWatch?
  private let state = Mutex(State())

  init(_ goal: GoalWatch?) { self.goal = goal }

  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  func onEnd(_ end: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      state.end = end
      return state.hasEnded
    }
    if isLate { end() }
  }

  func look(at messages: StreamedMessages) {
    let end = state.withLock { state -> (@Sendable () -> Void)? in
      guard !state.hasEnded else { return nil }
      while state.seen < messages.count {
        let message = messages.head(of: state.seen)
        state.seen += 1
        let isOver = message.event == "complete"
        if isOver || goal?.isReached(by: message.asMessage) == true { state.hasEnded = true }
      }
      return state.hasEnded ? state.end : nil
    }
    end?()
  }
}

extension StreamedMessages {
  /// Without the event that ends the subscription: it is the protocol's own, and no result, as over WebSocket.
  fileprivate var results: StreamedMessages {
    isEmpty || head(of: count - 1).event != "complete" ? self : prefix(count - 1)
  }
}

extension Exchange {
  /// Whether the server answered the handshake as one that knows no WebSocket there.
  fileprivate var opensNoSocket: Bool {
    guard failure?.category == .other, let status = response?.status.code else { return false }
    return status < 300 && status != 101 || [400, 404, 405, 406, 415, 426, 501].contains(status)
  }
}
