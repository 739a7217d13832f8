import Basics
import HTTPTypes
import Networking
import Sessions
import Synchronization
import Workspaces

/// Sends a plan and prints the result.
struct Delivery: Sendable {
  let plan: SendPlan
  let printing: PrintChoice
  let records: Bool
  var transport = TransportChoice()
  /// Adjusts the client's execution.
  var configure: @Sendable (inout ExecutionConfig) -> Void = { _ in }
  /// Sends again until the answer is as expected.
  var retry: RetryCondition?
  /// Ends the answer once its messages are as expected.
  var end: ConversationEnd?
  /// Whether lines of standard input are bytes in hexadecimal.
  var saysHex = false
  /// The files whose bytes are said first.
  var messageFiles: [String] = []
  /// Called with the exchange after its assertions are checked.
  var finished: @Sendable (Exchange) throws(Failure) -> Void = { _ in }

  func run() async throws {
    var client = LiveClient.make()
    let history = records ? plan.workspace.map { transport.history(of: $0) } : nil
    let session = LiveSession.make(plan.workspace, client: client, history: history)
    // Does not apply to the requests that this one depends on.
    configure(&client.execution)
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
      let refused = Refusals(files: messageFiles.count)
      let input = ConversationInput { refused.hear($0) }
      let drivers = ending(LiveDrivers.all(client, input: input)) { input.closeNow() }
      answer = try await converse(in: session, through: drivers, input, refused)
    } else if let retry {
      return try await poll(in: session, through: ending(LiveDrivers.all(client)), until: retry)
    } else {
      answer = try await send(in: session, through: ending(LiveDrivers.all(client, isAttended: true)))
    }
    guard let answer else { return }
    try conclude(answer)
    guard let end, !ended.load(ordering: .acquiring) else { return }
    // A conversation whose time is over is closed in order, which is no failure by itself.
    let milliseconds = transport.maxTime.map { $0 * 1000 } ?? plan.definition.settings.timeout ?? 0
    let limit = Duration.milliseconds(Int64(min(max(0, milliseconds), 1e12)))
    if plan.definition.kind == .webSocket, limit > .zero, answer.record.exchange.duration >= limit {
      let words = TerminalText.line(end.words)
      throw Failure(.transfer, "the time was over before \(words), after \(Quantity.limit(limit))")
    }
    throw Failure(.unexpected, "the answer ended before \(TerminalText.line(end.words))")
  }

  /// Reports the answer, once it is printed.
  private func conclude(_ answer: SessionAnswer) throws(Failure) {
    // What ^C ended was shown and is recorded; it is not done.
    try Interruption.check()
    let exchange = answer.record.exchange
    try tell(answer)
    if let failure = exchange.failure { throw Failure(failure, answer.redaction) }
    if printing.fail, let words = exchange.refusalWords { throw Failure(.unexpected, words) }
  }

  private func poll(
    in session: SendSession, through drivers: [ConversationDriver], until condition: RetryCondition
  ) async throws(Failure) {
    let polling = Polling(plan: plan, printing: printing, condition: condition)
    guard let (answer, unmet) = try await polling.send(in: session, through: drivers) else { return }
    try conclude(answer)
    guard let unmet else { return }
    let words = "\(unmet.expression): \(unmet.lead)\(TerminalText.line(unmet.actual))"
    throw Failure(.unexpected, "not so within \(Quantity.limit(condition.limit)): \(words)")
  }

  /// In bytes.
  private static let largestMessage = 256 << 20

  /// Says the saved messages, then the lines of standard input; their end closes it, if nothing else was asked for.
  private func converse(
    in session: SendSession, through drivers: [ConversationDriver], _ input: ConversationInput, _ refused: Refusals
  ) async throws(Failure) -> SessionAnswer? {
    // 0 is no limit.
    let limit = transport.maxTime ?? plan.definition.settings.timeout ?? 0
    let staysOpen = end != nil || limit > 0
    for path in messageFiles { input.send(.binary, try InputFile.bytes(of: path, limit: Self.largestMessage)) }
    StandardInputLines.feed(input, asHex: saysHex, most: Self.largestMessage) {
      refused.add()
    } ended: {
      if !staysOpen { input.close() }
    }
    let answer = try await send(in: session, through: drivers)
    let count = refused.count
    if let answer, answer.record.exchange.failure == nil, count > 0 {
      throw Failure(.request, "\(Quantity.count(count)) of the input's lines could not be said")
    }
    return answer
  }

  private func send(
    in session: SendSession, through drivers: [ConversationDriver], following: Bool = true
  ) async throws(Failure) -> SessionAnswer? {
    var printer = SendPrinter(plan, printing)
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
    let progress = DownloadProgress(isShown: Output.error.isTerminal && !printing.silent)
    let downloaded = DownloadedFile()
    let driver = ConversationDriver { prepared, _ throws(NetworkError) in
      defer { progress.clear() }
      let download = try await client.download(for: prepared.request, to: path) {
        $0.onProgress { progress.show($0) }
        $0.cookies = prepared.cookies ?? $0.cookies
      }
      downloaded.download.withLock { $0 = download }
      return download.exchange
    }
    guard let answer = try await send(in: session, through: [driver], following: false),
      let download = downloaded.download.withLock({ $0 })
    else { return }
    try tell(answer)
    if printing.timing { Output.error.say(lines: TimingTable(isUnicode: Locale.isUTF8).text(for: download.exchange)) }
    let resumed = download.resumedFrom > 0 ? ", the first \(Quantity.bytes(download.resumedFrom)) were there" : ""
    if !printing.silent { Output.error.say("\(path): \(Quantity.bytes(download.size))\(resumed)") }
  }

  private func tell(_ answer: SessionAnswer) throws(Failure) {
    let exchange = answer.record.exchange
    if let notice = exchange.notice, !printing.silent { SendPrinter.tell(notice, answer.redaction) }
    try finished(exchange)
  }
}

/// The state of a download beyond its exchange.
private final class DownloadedFile: Sendable {
  let download = Mutex<Download?>(nil)
}
