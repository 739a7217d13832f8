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
    if let path = printing.download { return try await download(prepared, to: path) }
    let sender = Sender(client: LiveClient.make(), printing: printing, configure: configure)
    let redaction = printing.revealSecrets ? Redaction.none : prepared.redaction
    let exchange = try await sender.send(prepared) { exchange in
      printing.json ? Array(History.json(record(of: exchange), redaction: redaction).pretty.utf8) : nil
    }
    keep(exchange, prepared)
    try finished(exchange)
    try judge(exchange)
  }

  /// Saves the body to a file while it arrives, going on where an earlier try broke off.
  private func download(_ prepared: PreparedRequest, to path: String) async throws {
    let client = LiveClient.make()
    let progress = DownloadProgress(isShown: Output.error.isTerminal && !printing.silent)
    let outcome: Result<Download, NetworkError>
    do throws(NetworkError) {
      outcome = .success(
        try await client.download(
          for: prepared.request, to: path, progress: { progress.show($0) }, { configure(&$0) }))
    } catch {
      outcome = .failure(error)
    }
    progress.clear()
    switch outcome {
    case .success(let download):
      keep(download.exchange, prepared)
      try finished(download.exchange)
      if printing.timing { Output.error.say(TimingTable(isUnicode: Locale.isUTF8).text(for: download.exchange)) }
      let resumed = download.resumedFrom > 0 ? ", the first \(Figures.size(download.resumedFrom)) were there" : ""
      if !printing.silent { Output.error.say("\(path): \(Figures.size(download.size))\(resumed)") }
    case .failure(let error): throw Self.failure(error)
    }
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
    if let failure = exchange.failure { throw Self.failure(failure) }
    if printing.fail, let status = exchange.response?.status, status.code >= 400 {
      throw Failure(.unexpected, "the server answered \(status.code) \(TerminalText.shown(status.reasonPhrase))")
    }
  }

  private static func failure(_ error: NetworkError) -> Failure {
    let message = TerminalText.shown(error.description)
    switch error.category {
    case .cancelled: return Failure(.interrupted)
    case .url, .encoding: return Failure(.request, message)
    case .status: return Failure(.unexpected, "\(message); nothing was saved")
    case .storage: return Failure(.file, message)
    default: return Failure(.transfer, message)
    }
  }
}
