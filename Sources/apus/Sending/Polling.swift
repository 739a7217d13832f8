import ArgumentParser
import Basics
import Networking
import Sessions
import Terminal
import Workspaces

/// Sends a plan again until its answer is as expected; only the last answer is printed.
struct Polling: Sendable {
  let plan: SendPlan
  let printing: PrintChoice
  let condition: RetryCondition

  /// - Returns: the last answer, and the unmet condition, if any.
  func send(
    in session: SendSession, through drivers: [ConversationDriver]
  ) async throws(Failure) -> (answer: SessionAnswer, unmet: AssertionResult?)? {
    var printer = SendPrinter(plan, printing)
    do throws(Failure) {
      let start = ContinuousClock.now
      var isFirst = true
      while true {
        let answer = try await session.send(plan, through: drivers, following: false) { event throws(Failure) in
          switch event {
          // The output is opened before anything is sent.
          case .resolved where !isFirst: break
          case .finished, .judged: break
          default: try printer.show(event)
          }
        }
        isFirst = false
        guard let answer else { return nil }
        try Interruption.check()
        let verdict = condition.verdict(on: answer.record.exchange, to: plan)
        if !verdict.passed, try await waits(since: start, verdict, answer.redaction) { continue }
        try show(answer, with: &printer)
        return (answer, verdict.passed ? nil : verdict.masked(by: answer.redaction))
      }
    } catch {
      printer.abandon()
      throw error
    }
  }

  private func waits(
    since start: ContinuousClock.Instant, _ verdict: AssertionResult, _ redaction: Redaction
  ) async throws(Failure) -> Bool {
    let actual = TerminalText.line(verdict.masked(by: redaction).actual)
    let shown = Truncation.end.applied(to: actual, columns: 60)
    do {
      if !printing.silent, .now + condition.every - start <= condition.limit {
        Output.error.say("apus: \(verdict.lead)\(shown); again in \(Quantity.limit(condition.every))")
      }
      return try await condition.pause(since: start)
    } catch {
      throw Failure(.interrupted)
    }
  }

  private func show(_ answer: SessionAnswer, with printer: inout SendPrinter) throws(Failure) {
    let exchange = answer.record.exchange
    if let head = exchange.response, let body = exchange.body {
      try printer.show(.conversation(.head(head, body: body)))
    }
    try printer.show(.finished(exchange))
    try printer.show(.judged(answer))
  }
}

/// The options for sending a request again until its answer is as expected.
struct RetryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Resend until the answer meets this: 'res.status eq 200', 'res.body.state == done'.",
      valueName: "assertion"))
  var retryUntil: String?

  @Option(help: ArgumentHelp("--retry-until: the wait between tries; default: 1s.", valueName: "time"))
  var every: String?

  @Option(
    name: .customLong("for"), help: ArgumentHelp("--retry-until: the time limit; default: 1m.", valueName: "time"))
  var limit: String?

  func validate() throws {
    guard let retryUntil else {
      if every != nil || limit != nil { throw ValidationError("--every and --for need --retry-until.") }
      return
    }
    let examples = "'res.status eq 200' or 'res.body.id isDefined'"
    try Assertion.validate(retryUntil, of: "--retry-until", examples: examples)
    for (name, text) in [("every", every), ("for", limit)] {
      if let text, Duration(words: text) == nil {
        throw ValidationError("--\(name) takes a time, such as 500ms, 2s or 5m.")
      }
    }
  }

  /// The retry condition; `nil` sends once.
  var condition: RetryCondition? {
    guard let assertion = retryUntil.flatMap(Assertion.init(words:)) else { return nil }
    var condition = RetryCondition(assertion)
    condition.every = every.flatMap { Duration(words: $0) } ?? condition.every
    condition.limit = limit.flatMap { Duration(words: $0) } ?? condition.limit
    return condition
  }
}
