package import Networking
package import Workspaces

/// Sends some kinds of request; HTTP is one driver among others.
///
/// A driver is a value in the list of the composition root. The first driver that supports a request's kind handles it.
/// The screen, history, assertions and command line know its events but nothing of its protocol.
package struct ConversationDriver: Sendable {
  /// The `word` of each `RequestDefinition.Kind` that it can send.
  package let kinds: Set<String>
  /// Which requests of these kinds; the others are for the drivers after it.
  private(set) var accepts: @Sendable (PreparedRequest) -> Bool = { _ in true }
  /// Sends events to the listener, if any, in order and from any thread. The end of the exchange is not an event: it is
  /// the result, even if the exchange failed or was cancelled.
  ///
  /// Throws if there is no exchange to judge. Cancelling the task cancels the exchange.
  package let exchange: Exchanging

  package typealias Listener = @Sendable (ConversationEvent) -> Void
  package typealias Exchanging = @Sendable (PreparedRequest, Listener?) async throws(NetworkError) -> Exchange

  /// A protocol with many messages. Its exchange contains all messages reported, even without a listener, which is told
  /// many at a time (`messages`).
  /// - Parameters:
  ///   - converse: must return soon after its task is cancelled, with the hops so far. The messages so far are
  ///     kept automatically.
  ///   - accepts: which requests of these kinds.
  package init(
    kinds: Set<String>, accepts: @escaping @Sendable (PreparedRequest) -> Bool = { _ in true },
    converse: @escaping @Sendable (PreparedRequest, @escaping Listener) async -> Exchange
  ) {
    self.kinds = kinds
    self.accepts = accepts
    exchange = { prepared, listener in
      let log = ConversationLog(collects: true, listener)
      return log.completed(await converse(prepared, { log.tell($0) }))
    }
  }

  /// A protocol with one message each way. Without a listener there are no events, so HTTP pays nothing for them.
  package init(
    kinds: Set<String> = RequestDefinition.Kind.wordsOfHTTP, exchange: @escaping Exchanging
  ) {
    self.kinds = kinds
    self.exchange = exchange
  }

  /// Another driver's requests, exchanged in another way.
  init(of driver: ConversationDriver, exchange: @escaping Exchanging) {
    kinds = driver.kinds
    accepts = driver.accepts
    self.exchange = exchange
  }

  /// HTTP. An answer that holds many messages tells them as they arrive.
  package init(_ client: Client) {
    self.init { prepared, tell in
      func configure(_ config: inout ExecutionConfig) { config.cookies = prepared.cookies ?? config.cookies }
      guard let tell else { return await client.exchange(for: prepared.request, configure) }
      if prepared.definition.settings.reconnects == true {
        return await Reconnection(client: client, prepared: prepared, tell: tell).exchange()
      }
      let relay = MessageRelay(tell)
      return relay.completed(await client.exchange(for: prepared.request, telling: { relay.hear($0) }, configure))
    }
  }
}

extension [ConversationDriver] {
  /// All kinds of request that these drivers can send.
  package var kinds: Set<String> { reduce(into: []) { $0.formUnion($1.kinds) } }

  /// The driver for a request.
  func driver(for prepared: PreparedRequest) throws(SendFault) -> ConversationDriver {
    let kind = prepared.definition.kind.word
    if let driver = first(where: { $0.kinds.contains(kind) && $0.accepts(prepared) }) { return driver }
    throw .refusal(SendRefusal(unsupported: prepared.definition))
  }
}
