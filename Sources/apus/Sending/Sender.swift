import Networking
import Workspaces

/// Sends one plan and shows it while it runs.
struct Sender: Sendable {
  let client: Client
  let printing: PrintChoice
  var configure: @Sendable (inout ExecutionConfig) -> Void = { _ in }

  /// Shows the exchange while it runs; what it ends with, such as the JSON, is written by `completion` before the
  /// output file gets its place.
  /// - Returns: the exchange, whatever became of it.
  func send(
    _ prepared: PreparedRequest, completion: (Exchange) throws(Failure) -> HARDocument? = { _ in nil }
  ) async throws -> Exchange {
    let query = try printing.query.map { expression throws(Failure) in
      try QueryPrinter(expression, style: .values, name: "the body")
    }
    let redaction = printing.revealSecrets ? Redaction.none : prepared.redaction
    var printer = try ExchangePrinter(printing, redaction, query: query)
    let outcome: Result<Exchange, any Error>
    do {
      outcome = .success(try await follow(prepared, with: &printer, completion))
    } catch {
      outcome = .failure(error)
    }
    switch outcome {
    case .success(let exchange):
      try printer.close(keeping: printing.json || exchange.failure == nil)
      return exchange
    case .failure(let error):
      printer.abandon()
      throw error
    }
  }

  private func follow(
    _ prepared: PreparedRequest, with printer: inout ExchangePrinter,
    _ completion: (Exchange) throws(Failure) -> HARDocument?
  ) async throws -> Exchange {
    for await event in client.events(for: prepared.request, configure) {
      try printer.show(event)
      guard case .finished(let exchange) = event else { continue }
      if let document = try completion(exchange) { try printer.showJSON(document) }
      return exchange
    }
    // The stream ends without an end of the exchange only when this task was cancelled.
    throw Failure(.interrupted)
  }
}
