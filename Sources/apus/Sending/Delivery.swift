import Basics
import HTTPTypes
import Networking
import Sessions
import Synchronization
import Terminal
import Workspaces

/// Sends a plan and prints the result.
struct Delivery: Sendable {
  private(set) var plan: SendPlan
  let printing: PrintChoice
  let records: Bool
  var transport: TransportOptions?
  var scripts = ScriptChoice()
  /// Adjusts the client's execution.
  var configure: @Sendable (inout ExecutionConfig) -> Void = { _ in }
  /// Sends again until the answer is as expected.
  var retry: RetryCondition?
  /// Requests the following pages of the answer, too.
  var paging: PagingChoice?
  /// Ends the answer once its messages are as expected.
  var end: ConversationEnd?
  /// True if lines of standard input are bytes in hexadecimal.
  var isHex = false
  /// The files whose bytes are sent first.
  var messageFiles: [String] = []
  /// True if gRPC answers include fields with default values.
  var emitsDefaults = false
  /// Called with the exchange after its assertions are checked.
  var finished: @Sendable (Exchange) throws(Failure) -> Void = { _ in }

  func run() async throws {
    var client = LiveClient.make()
    let history = records ? plan.workspace.map { LiveSession.history(of: $0, transport) } : nil
    let session = LiveSession.make(plan.workspace, client: client, history: history, scripts: scripts)
    // Does not apply to the requests that this one depends on.
    configure(&client.execution)
    if !printing.silent { client.execution.observers.append(RetryNotes.observer()) }
    var asked = self
    asked.plan = try await ScriptQuestions(session: session).answered(plan)
    guard scripts.savesVariables, let workspace = plan.workspace else {
      return try await asked.carryOut(in: session, client)
    }
    let saving = VariableSaving(workspace: workspace)
    do { try await asked.carryOut(in: session, client) } catch {
      // The failure of the send decides the status.
      try? saving.save(session.changedVariables)
      throw error
    }
    try saving.save(session.changedVariables)
  }

  private func carryOut(in session: SendSession, _ client: Client) async throws {
    if let path = printing.download { return try await download(in: session, through: client, to: path) }
    let ended = Atomic<Bool>(false)
    func ending(_ drivers: [ConversationDriver], closing: (@Sendable () -> Void)? = nil) -> [ConversationDriver] {
      guard let end else { return drivers }
      return drivers.map { driver in
        driver.ending(when: end, of: plan, closing: closing) { ended.store(true, ordering: .releasing) }
      }
    }
    let answer: SessionAnswer?
    if plan.definition.kind.isConversation {
      let refused = Refusals(files: messageFiles.count, isOfLines: plan.definition.kind != .grpc)
      // Interactive users do not expect a call to wait for more input.
      let input = ConversationInput(fillsCalls: !Output.standardInputIsTerminal) { refused.receive($0) }
      let live = LiveDrivers.all(client, input: input, emitsDefaults: emitsDefaults)
      let drivers = ending(live) { input.closeNow() }
      answer = try await converse(in: session, through: drivers, input, refused)
    } else if let paging {
      let pages = Paging(plan: plan, printing: printing, choice: paging)
      return try await pages.run(in: session, through: LiveDrivers.all(client))
    } else if let retry {
      return try await poll(in: session, through: ending(LiveDrivers.all(client)), until: retry)
    } else {
      answer = try await send(
        in: session, through: ending(LiveDrivers.all(client, isAttended: true, readsLines: printing.messages)))
    }
    guard let answer else { return }
    try conclude(answer)
    guard let end, !ended.load(ordering: .acquiring) else { return }
    // A conversation that reaches its time limit closes in order, which is not a failure.
    if plan.definition.kind == .webSocket, limit > .zero, answer.record.exchange.duration >= limit {
      let words = TerminalText.line(end.words)
      throw Failure(.transfer, "timed out before \(words), after \(Quantity.limit(limit))")
    }
    throw Failure(.unexpected, "the answer ended before \(TerminalText.line(end.words))")
  }

  private func conclude(_ answer: SessionAnswer) throws(Failure) {
    // An exchange ended by ^C was shown and recorded, but is not complete.
    try Interruption.check()
    let exchange = answer.record.exchange
    try report(answer)
    if let failure = exchange.failure { throw Failure(failure, answer.redaction) }
    if printing.fail, let words = exchange.refusalWords { throw Failure(.unexpected, words) }
    // Each was reported as it happened.
    let failed = answer.scripts?.verdicts.filter { !$0.passed && !$0.isSkipped }.count ?? 0
    if failed > 0 { throw Failure(.unexpected, failed == 1 ? "1 test failed" : "\(failed) tests failed") }
  }

  private func poll(
    in session: SendSession, through drivers: [ConversationDriver], until condition: RetryCondition
  ) async throws(Failure) {
    let polling = Polling(plan: plan, printing: printing, condition: condition)
    guard let (answer, unmet) = try await polling.send(in: session, through: drivers) else { return }
    try conclude(answer)
    guard let unmet else { return }
    let words = "\(unmet.expression): \(unmet.lead)\(TerminalText.line(unmet.actual))"
    throw Failure(.unexpected, "not met within \(Quantity.limit(condition.limit)): \(words)")
  }

  /// The time limit of the request; 0 means none.
  private var limit: Duration {
    let milliseconds = transport?.maxTime.map { $0 * 1000 } ?? plan.definition.settings.timeout ?? 0
    return .milliseconds(Int64(min(max(0, milliseconds), 1e12)))
  }

  /// The message size limit, in bytes.
  private static let largestMessage = 256 << 20

  /// Sends the saved messages, then the lines of standard input, whose end closes the conversation unless another end
  /// was requested.
  private func converse(
    in session: SendSession, through drivers: [ConversationDriver], _ input: ConversationInput, _ refused: Refusals
  ) async throws(Failure) -> SessionAnswer? {
    // The end of a call's input does not end the call.
    let isCall = plan.definition.kind == .grpc
    let staysOpen = !isCall && (end != nil || limit > .zero)
    for path in messageFiles { input.send(.binary, try InputFile.bytes(of: path, limit: Self.largestMessage)) }
    StandardInputLines.feed(input, asHex: isHex, asTexts: isCall, most: Self.largestMessage) {
      refused.add()
    } ended: {
      if !staysOpen { input.finish() }
    }
    let answer = try await send(in: session, through: drivers)
    let count = refused.count
    if let answer, answer.record.exchange.failure == nil, count > 0 {
      throw Failure(.request, "\(Quantity.count(count)) of the input's \(refused.things) could not be sent")
    }
    return answer
  }

  private func send(
    in session: SendSession, through drivers: [ConversationDriver], following: Bool = true
  ) async throws(Failure) -> SessionAnswer? {
    let cutoff = OutputCutoff()
    var printer = SendPrinter(plan, printing, cutoff: cutoff)
    let drivers = drivers.map { $0.noticing { cutoff.begin() } }
    do throws(Failure) {
      return try await session.send(plan, through: drivers, following: following) { event throws(Failure) in
        try printer.show(event)
      }
    } catch {
      printer.abandon()
      throw error
    }
  }

  /// Saves the body to a file while it arrives; resumes an interrupted download.
  private func download(in session: SendSession, through client: Client, to path: String) async throws(Failure) {
    try OutputFile.checkReplaceable(path)
    if let slash = path.lastIndex(of: "/") { try OutputFile.checkLinks(on: String(path[..<slash])) }
    let progress = DownloadProgress(ProgressLine(printing, in: plan.workspace))
    let downloaded = DownloadedFile()
    let driver = ConversationDriver { prepared, _ throws(NetworkError) in
      defer { progress.clear() }
      let notes = StateFolder.standard() + "/downloads"
      do throws(NetworkError) {
        let download = try await client.download(for: prepared.request, to: path, notes: notes) {
          $0.onProgress { progress.show($0) }
          prepared.configure(&$0)
        }
        downloaded.download.withLock { $0 = download }
        return download.exchange
      } catch {
        // A transfer that broke off is recorded like any other.
        guard error.category != .status, error.category != .cancelled, var broken = error.response?.exchange else {
          throw error
        }
        broken.failure = error
        return broken
      }
    }
    guard let answer = try await send(in: session, through: [driver], following: false) else { return }
    try conclude(answer)
    guard let download = downloaded.download.withLock({ $0 }) else { return }
    if printing.timing { Output.error.say(lines: TimingTable(isUnicode: Locale.isUTF8).text(for: download.exchange)) }
    let resumed = download.resumedFrom > 0 ? ", resumed after \(Quantity.bytes(download.resumedFrom))" : ""
    if !printing.silent { Output.error.say("\(path): \(Quantity.bytes(download.size))\(resumed)") }
  }

  private func report(_ answer: SessionAnswer) throws(Failure) {
    let exchange = answer.record.exchange
    if let notice = exchange.notice, !printing.silent { SendPrinter.report(notice, answer.redaction) }
    let json = printing.rawWays == .curl ? "--json" : "--json-body"
    if let advice = exchange.typeAdvice(json: json), Output.error.isTerminal, !printing.silent,
      !plan.definition.kind.isConversation
    {
      SendPrinter.report(advice, answer.redaction)
    }
    try finished(exchange)
  }
}

/// The state of a download beyond its exchange.
private final class DownloadedFile: Sendable {
  let download = Mutex<Download?>(nil)
}
