import Networking
import Workspaces

/// Sends a plan to its end: prepared, shown, recorded, and judged.
struct Delivery: Sendable {
  let plan: SendPlan
  let printing: PrintOptions
  let records: Bool
  /// Adjusts how the client carries it out.
  var configure: @Sendable (inout ExecutionConfig) -> Void = { _ in }
  /// Is told the exchange before it is judged.
  var finished: @Sendable (Exchange) throws(Failure) -> Void = { _ in }

  func run() async throws {
    let prepared = try plan.prepared()
    for notice in prepared.notices { Output.error.say("apus: \(TerminalText.shown(notice))") }
    let sender = Sender(client: LiveClient.make(), printing: printing, configure: configure)
    let redaction = printing.revealSecrets ? Redaction.none : prepared.redaction
    let exchange = try await sender.send(prepared) { exchange in
      printing.json ? Array(History.json(record(of: exchange), redaction: redaction).pretty.utf8) : nil
    }
    keep(exchange, prepared)
    try finished(exchange)
    try judge(exchange)
  }

  private func record(of exchange: Exchange) -> HistoryRecord {
    HistoryRecord(
      workspace: plan.workspace?.name, requestID: plan.requestID, environment: plan.environment, exchange: exchange)
  }

  /// Adds the exchange to the history of its workspace; one that cannot be kept is told, never a failure.
  private func keep(_ exchange: Exchange, _ prepared: PreparedRequest) {
    guard records, let workspace = plan.workspace else { return }
    do throws(WorkspaceError) {
      try History(workspace: workspace).append(record(of: exchange), redaction: prepared.redaction)
    } catch {
      Output.error.say("apus: the history cannot be kept: \(TerminalText.shown(error.description))")
    }
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
