/// Shows a run while it goes on: a line for each request, its failed assertions below it, a sum at the end. On a terminal
/// the lines stand in a table, and what is being sent stands below them until its answer is there.
actor RunPrinter {
  /// More requests at a time are counted, not named.
  private static let mostNamed = 6

  private let output: Output
  private let total: Int
  private let repeats: Bool
  private let isLive: Bool
  private let start = ContinuousClock.now
  private var done = 0
  private var failed = 0
  private var running: [(index: Int, id: String)] = []
  /// Lines of the part that is drawn anew each time.
  private var drawn = 0
  private var trouble: Failure?
  private let marks: (passed: String, failed: String)

  init(_ output: Output, total: Int, repeats: Bool) {
    self.output = output
    self.total = total
    self.repeats = repeats
    isLive = output.isTerminal
    marks = Locale.isUTF8 ? ("✓", "✗") : ("ok", "FAILED")
  }

  func show(_ event: Runner.Event) {
    switch event {
    case .started(let index, let id):
      running.append((index, id))
      guard isLive else { return }
      // A short request would only flicker, and drawing must not slow down those that are many.
      if done > 0 || index == 0 { redraw("") }
    case .finished(let index, let result):
      running.removeAll { $0.index == index }
      let heading = done == 0 && isLive ? Self.heading(marks.passed) : ""
      done += 1
      if !result.passed { failed += 1 }
      if isLive { redraw(heading + line(result)) } else { write(line(result)) }
    }
  }

  /// - Throws: what kept the lines from being written.
  func finish(_ summary: RunSummary) throws(Failure) {
    running = []
    var text = "\(summary.results.count) of \(total) requests sent, \(summary.failed) failed"
    text += "; \(summary.assertions) assertions, \(summary.failedAssertions) failed"
    text += "; \(Figures.duration(summary.duration))"
    write(erasing() + text + "\n")
    if let trouble { throw trouble }
  }

  private static func heading(_ mark: String) -> String {
    let blank = String(repeating: " ", count: mark.count)
    return "\(blank) Code \(Figures.aligned("Time", 8)) \(Figures.aligned("Size", 8))  Request\n"
  }

  private func line(_ result: RunResult) -> String {
    let status = result.status == 0 ? "---" : "\(result.status)"
    let number = repeats ? "#\(result.iteration) " : ""
    var text = "\(result.passed ? marks.passed : marks.failed) \(status) "
    text += Figures.aligned(Figures.duration(result.duration), isLive ? 9 : 8)
    if isLive { text += " " + Figures.aligned(Figures.size(result.size), 8) }
    text += "  \(number)\(result.id)\n"
    for assertion in result.assertions where !assertion.passed {
      text += "    \(assertion.expression): got \(assertion.actual)\n"
    }
    if let message = result.message { text += "    \(message)\n" }
    return TerminalText.shown(text)
  }

  /// New lines, and below them what is on its way.
  private func redraw(_ lines: String) {
    var text = erasing() + lines
    guard done < total else { return write(text) }
    let columns = output.columns
    let sum = "\(done) of \(total), \(failed) failed, \(Figures.duration(ContinuousClock.now - start))"
    var below = [sum] + running.prefix(Self.mostNamed).map { "  … \($0.id)" }
    if running.count > Self.mostNamed { below.append("  … and \(running.count - Self.mostNamed) more") }
    drawn = below.count
    text += below.map { TerminalText.shown(String($0.prefix(max(1, columns - 1)))) }.joined(separator: "\n")
    write(text)
  }

  /// Takes the changing part away; the cursor stands at the end of its last line.
  private func erasing() -> String {
    defer { drawn = 0 }
    guard drawn > 0 else { return "" }
    return (drawn > 1 ? "\u{1b}[\(drawn - 1)A" : "") + "\r\u{1b}[J"
  }

  private func write(_ text: String) {
    guard trouble == nil, !text.isEmpty else { return }
    do throws(Failure) { try output.write(text) } catch { trouble = error }
  }
}
