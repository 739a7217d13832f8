import Networking
import Workspaces

/// Sends a plan to its end: prepared, shown, recorded, and judged.
struct Delivery: Sendable {
  let plan: SendPlan
  let printing: PrintOptions
  let records: Bool

  func run() async throws {
    let prepared = try plan.prepared()
    for notice in prepared.notices { Output.error.say("apus: \(TerminalText.shown(notice))") }
    let exchange = try await Sender(client: LiveClient.make(), printing: printing).send(prepared)
    try judge(exchange)
  }

  /// Ends with the status that the exchange deserves.
  private func judge(_ exchange: Exchange) throws(Failure) {
    if let failure = exchange.failure {
      let message = TerminalText.shown(failure.description)
      switch failure.category {
      case .cancelled: throw Failure(.interrupted)
      case .url, .encoding: throw Failure(.request, message)
      default: throw Failure(.transfer, message)
      }
    }
    if printing.fail, let status = exchange.response?.status, status.code >= 400 {
      throw Failure(.unexpected, "the server answered \(status.code) \(TerminalText.shown(status.reasonPhrase))")
    }
  }
}
