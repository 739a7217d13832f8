import Networking
import Workspaces

/// Holds the conversations of some kinds of request: the seam behind which HTTP is one driver among others.
///
/// A driver is a value that stands in the list of the composition. The first that names the kind of a request gets it;
/// screen, history, assertions and command line know what it tells and nothing of its protocol.
package struct ConversationDriver: Sendable {
  /// The words of `RequestDefinition.Kind` that it can send.
  package let kinds: Set<String>
  /// Tells what happens on the way from threads of its own choice, in order, where somebody listens; the end excepted,
  /// which is what it returns, also of an exchange that failed or was cancelled.
  ///
  /// Throws where there is no exchange to be judged. Cancelling the task cancels it.
  package let exchange: Exchanging

  package typealias Listener = @Sendable (ConversationEvent) -> Void
  package typealias Exchanging = @Sendable (PreparedRequest, Listener?) async throws(NetworkError) -> Exchange

  /// A protocol of many messages. What it tells of them is kept in its exchange, whoever listens.
  /// - Parameter converse: ends soon after its task was cancelled, with the hops that there were. What was said until
  ///   then is kept without its doing.
  package init(
    kinds: Set<String>, converse: @escaping @Sendable (PreparedRequest, @escaping Listener) async -> Exchange
  ) {
    self.kinds = kinds
    exchange = { prepared, listener in
      let log = ConversationLog(listener)
      return log.completed(await converse(prepared, { log.tell($0) }))
    }
  }

  /// One message each way. Where nobody listens nothing is told, which costs HTTP nothing.
  package init(
    exchange: @escaping @Sendable (Request, Listener?) async throws(NetworkError) -> Exchange
  ) {
    kinds = RequestDefinition.Kind.wordsOfHTTP
    self.exchange = { prepared, listener throws(NetworkError) in try await exchange(prepared.request, listener) }
  }

  /// HTTP.
  package init(_ client: Client) {
    self.init { request, tell in
      guard let tell else { return await client.exchange(for: request) }
      return await client.exchange(for: request, telling: tell)
    }
  }
}

extension [ConversationDriver] {
  /// Every kind of request that one of them sends.
  package var kinds: Set<String> { reduce(into: []) { $0.formUnion($1.kinds) } }

  /// The driver of a request.
  func driver(for definition: RequestDefinition) throws(SendFault) -> ConversationDriver {
    if let driver = first(where: { $0.kinds.contains(definition.kind.word) }) { return driver }
    throw .refusal(SendRefusal(unsupported: definition))
  }
}
