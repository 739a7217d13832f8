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

  /// - Returns: the last answer, and why it is not as expected, if it is not.
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
