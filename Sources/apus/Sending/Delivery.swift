import Basics
import Networking
import Workspaces

/// Sends a plan to its end: prepared, shown, recorded, and judged.
struct Delivery: Sendable {
  let plan: SendPlan
  let printing: PrintChoice
  let records: Bool
  var transport = TransportChoice()
  /// The user agreed to change things in a protected environment.
  var isConfirmed = false
  /// Adjusts how the client carries it out.
  var configure: @Sendable (inout ExecutionConfig) -> Void = { _ in }
  /// Is told the exchange before it is judged.
  var finished: @Sendable (Exchange) throws(Failure) -> Void = { _ in }

  func run() async throws {
    let client = LiveClient.make()
    let history = records ? plan.workspace.map { transport.history(of: $0) } : nil
    let session = plan.workspace.map { LiveSession.make($0, client: client, history: history) }
    let send = try await plan.prepared(in: session, isConfirmed: isConfirmed)
    let prepared = send.prepared
    for notice in prepared.notices { tell(notice, prepared.redaction) }
    if let path = printing.download { return try await download(send, client, history, to: path) }
    let sender = Sender(client: client, printing: printing, configure: configure)
    var answer: SessionAnswer?
    let exchange = try await sender.send(prepared) { exchange in
      let judged = send.answer(exchange)
      answer = judged
      guard printing.json else { return nil }
      let redaction = printing.revealSecrets ? Redaction.none : judged.redaction
      return HARDocument(judged.record, redaction: redaction)
    }
    if let answer, let history { LiveSession.keep(answer.record, answer.redaction, in: history) }
    if let notice = exchange.notice, !printing.silent { tell(notice, prepared.redaction) }
    try finished(exchange)
    try judge(exchange, prepared.redaction)
  }

  /// Saves the body to a file while it arrives, going on where an earlier try broke off.
  private func download(
    _ send: SessionSend, _ client: Client, _ history: History?, to path: String
  ) async throws {
    let progress = DownloadProgress(isShown: Output.error.isTerminal && !printing.silent)
    let outcome: Result<Download, NetworkError>
    do throws(NetworkError) {
      outcome = .success(
        try await client.download(
          for: send.prepared.request, to: path, progress: { progress.show($0) }, { configure(&$0) }))
    } catch {
      outcome = .failure(error)
    }
    progress.clear()
    switch outcome {
    case .success(let download):
      let answer = send.answer(download.exchange)
      if let history { LiveSession.keep(answer.record, answer.redaction, in: history) }
      if let notice = download.exchange.notice, !printing.silent { tell(notice, answer.redaction) }
      try finished(download.exchange)
      if printing.timing { Output.error.say(TimingTable(isUnicode: Locale.isUTF8).text(for: download.exchange)) }
      let resumed = download.resumedFrom > 0 ? ", the first \(Quantity.bytes(download.resumedFrom)) were there" : ""
      if !printing.silent { Output.error.say("\(path): \(Quantity.bytes(download.size))\(resumed)") }
    case .failure(let error): throw Self.failure(error, send.prepared.redaction)
    }
  }

  /// What is odd about an answer that is otherwise whole.
  private func tell(_ notice: String, _ redaction: Redaction) {
    Output.error.say("apus: \(redaction.masked(text: notice))")
  }

  /// Ends with the status that the exchange deserves.
  private func judge(_ exchange: Exchange, _ redaction: Redaction) throws(Failure) {
    if let failure = exchange.failure { throw Self.failure(failure, redaction) }
    if printing.fail, let status = exchange.response?.status, status.code >= 400 {
      throw Failure(.unexpected, "the server answered \(status.code) \(status.reasonPhrase)")
    }
  }

  private static func failure(_ error: NetworkError, _ redaction: Redaction) -> Failure {
    let message = redaction.masked(text: error.advised)
    switch error.category {
    case .cancelled: return Failure(.interrupted)
    case .url, .encoding: return Failure(.request, message)
    case .status: return Failure(.unexpected, "\(message); nothing was saved")
    case .storage: return Failure(.file, message)
    default: return Failure(.transfer, message)
    }
  }
}
