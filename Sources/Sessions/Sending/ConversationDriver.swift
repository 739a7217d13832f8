package import Networking
package import Workspaces

/// Sends some kinds of request; HTTP is one driver among others.
///
/// A driver is a value in the list of the composition root. The first driver that supports a request's kind handles it.
/// The screen, history, assertions and command line know its events but nothing of its protocol.
package struct ConversationDriver: Sendable {
  /// The `word` of each `RequestDefinition.Kind` that it can send.
  package let kinds: Set<String>
  /// Selects among requests of these kinds; later drivers handle the others.
  private(set) var accepts: @Sendable (PreparedRequest) -> Bool = { _ in true }
  /// Sends events to the listener, if any, in order and from any thread. The end of the exchange is the result, not an
  /// event, even if it failed or was cancelled.
  ///
  /// Throws if there is no exchange to judge. Cancelling the task cancels the exchange.
  package let exchange: Exchanging

  package typealias Listener = @Sendable (ConversationEvent) -> Void
  package typealias Exchanging = @Sendable (PreparedRequest, Listener?) async throws(NetworkError) -> Exchange

  /// The exchange with its error as a value, because a task of its own throws untyped errors.
  func result(of prepared: PreparedRequest, _ listener: @escaping Listener) async -> Result<Exchange, NetworkError> {
    do throws(NetworkError) { return .success(try await exchange(prepared, listener)) } catch {
      return .failure(error)
    }
  }

  /// A protocol with many messages. Its exchange contains all reported messages, even without a listener, which
  /// receives them in batches (`messages`).
  /// - Parameters:
  ///   - converse: must return soon after its task is cancelled, with the hops so far. The messages so far are
  ///     kept automatically.
  ///   - accepts: selects among requests of these kinds.
  package init(
    kinds: Set<String>, accepts: @escaping @Sendable (PreparedRequest) -> Bool = { _ in true },
    converse: @escaping @Sendable (PreparedRequest, @escaping Listener) async throws(NetworkError) -> Exchange
  ) {
    self.kinds = kinds
    self.accepts = accepts
    exchange = { prepared, listener throws(NetworkError) in
      let log = ConversationLog(collects: true, listener)
      return log.completed(try await converse(prepared, { log.report($0) }))
    }
  }

  /// A protocol with one message each way. Without a listener there are no events, so HTTP pays nothing for them.
  package init(
    kinds: Set<String> = RequestDefinition.Kind.wordsOfHTTP, exchange: @escaping Exchanging
  ) {
    self.kinds = kinds
    self.exchange = exchange
  }

  /// Another driver's requests with a different exchange.
  init(of driver: ConversationDriver, exchange: @escaping Exchanging) {
    kinds = driver.kinds
    accepts = driver.accepts
    self.exchange = exchange
  }

  /// HTTP. Reports the messages of an answer as they arrive.
  /// - Parameter readsLines: true if JSON texts are messages under any content type.
  package init(_ client: Client, readsLines: Bool = false) {
    self.init { prepared, report in
      var exchange = await Self.exchange(prepared, by: client, readsLines: readsLines, report)
      let fault = prepared.operation?.isIncremental == true ? exchange.joinParts() : nil
      exchange.fault = fault ?? AnswerFault(graphQL: exchange, of: prepared)
      return exchange
    }
  }

  private static func exchange(
    _ prepared: PreparedRequest, by client: Client, readsLines: Bool, _ report: Listener?
  ) async -> Exchange {
    func configure(_ config: inout ExecutionConfig) { prepared.configure(&config) }
    guard let report else { return await client.exchange(for: prepared.request, configure) }
    if prepared.definition.settings.reconnects == true {
      return await Reconnection(client: client, prepared: prepared, report: report).exchange()
    }
    let relay = MessageRelay(readsLines: readsLines, report)
    return relay.completed(await client.exchange(for: prepared.request, onEvent: { relay.receive($0) }, configure))
  }
}

extension PreparedRequest {
  /// Applies the request's execution settings: the cookie jar, retries and refused redirects.
  package func configure(_ config: inout ExecutionConfig) {
    config.cookies = cookies ?? config.cookies
    config.retry = definition.settings.retryPolicy ?? config.retry
    config.renewal = renewal ?? config.renewal
    // A closure would also follow the redirects of a request that follows none.
    guard let redirectRefusal, request.options.redirects?.follows ?? true else { return }
    config.redirect = { proposal in
      redirectRefusal(proposal.from, proposal.to).map { .refuse($0) } ?? .follow(proposal.to)
    }
  }
}

extension [ConversationDriver] {
  /// All kinds of request that these drivers can send.
  package var kinds: Set<String> { reduce(into: []) { $0.formUnion($1.kinds) } }

  func driver(for prepared: PreparedRequest) throws(SendFault) -> ConversationDriver {
    let kind = prepared.definition.kind.word
    if let driver = first(where: { $0.kinds.contains(kind) && $0.accepts(prepared) }) { return driver }
    throw .refusal(SendRefusal(unsupported: prepared.definition))
  }
}
