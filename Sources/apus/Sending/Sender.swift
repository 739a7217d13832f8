import Networking
import Workspaces

/// Sends one plan and shows it while it runs.
struct Sender: Sendable {
  let client: Client
  let printing: PrintOptions

  /// - Returns: the exchange, whatever became of it.
  func send(_ prepared: PreparedRequest) async throws -> Exchange {
    var printer = try ExchangePrinter(printing)
    var last: Exchange?
    do {
      for await event in client.events(for: prepared.request) {
        try printer.show(event)
        if case .finished(let exchange) = event { last = exchange }
      }
      // The stream ends without an end of the exchange only when this task was cancelled.
      guard let last else { throw Failure(.interrupted) }
      return last
    } catch {
      try printer.close(keeping: false)
      throw error
    }
  }
}
