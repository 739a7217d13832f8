/// Shows a run while it goes on: a line for each request, its failed assertions below it, a sum at the end.
actor RunPrinter {
  private let output: Output
  private let total: Int
  private let repeats: Bool
  private var done = 0
  private var failed = 0
  private var trouble: Failure?
  private let marks: (passed: String, failed: String)

  init(_ output: Output, total: Int, repeats: Bool) {
    self.output = output
    self.total = total
    self.repeats = repeats
    marks = Locale.isUTF8 ? ("✓", "✗") : ("ok", "FAILED")
  }

  func show(_ result: RunResult) {
    clearStatus()
    done += 1
    if !result.passed { failed += 1 }
    write(line(result))
    showStatus()
  }

  /// - Throws: what kept the lines from being written.
  func finish(_ summary: RunSummary) throws(Failure) {
    clearStatus()
    var text = "\(summary.results.count) of \(total) requests sent, \(summary.failed) failed"
    text += "; \(summary.assertions) assertions, \(summary.failedAssertions) failed"
    text += "; \(Figures.duration(summary.duration))"
    write(text + "\n")
    if let trouble { throw trouble }
  }

  private func line(_ result: RunResult) -> String {
    let status = result.status == 0 ? "---" : "\(result.status)"
    let number = repeats ? "#\(result.iteration) " : ""
    var text = "\(result.passed ? marks.passed : marks.failed) \(status) "
    text += "\(Figures.aligned(Figures.duration(result.duration), 8))  \(number)\(result.id)\n"
    for assertion in result.assertions where !assertion.passed {
      text += "    \(assertion.expression): got \(assertion.actual)\n"
    }
    if let message = result.message { text += "    \(message)\n" }
    return TerminalText.shown(text)
  }

  private func write(_ text: String) {
    guard trouble == nil else { return }
    do throws(Failure) { try output.write(text) } catch { trouble = error }
  }

  private func showStatus() {
    guard Output.error.isTerminal, done < total else { return }
    Output.error.write(quietly: "\(done) of \(total), \(failed) failed")
  }

  private func clearStatus() {
    if Output.error.isTerminal { Output.error.write(quietly: "\r\u{1b}[K") }
  }
}
