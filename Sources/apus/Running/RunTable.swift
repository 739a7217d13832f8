import Basics
import Explorer
import Networking
import Sessions
import Terminal
import Workspaces

/// The printed and pending output of a run.
struct RunTable {
  /// Beyond this number, concurrent requests are counted instead of named.
  private static let mostNamed = 6
  /// The number of failures listed if requests have no lines of their own; further ones are counted.
  private static let mostFailures = 20
  private static let barColumns = 24

  private let output: Output
  private let style: RunPrinter.Style
  private var colors: OutputColors?
  /// True if results are aligned in columns, with the failures at the end.
  private let isLive: Bool
  private let drawsProgress: Bool
  private let start = ContinuousClock.now
  private let marks: (passed: String, failed: String, skipped: String)
  private var done = 0
  private var failed = 0
  private var failures = RunFailures()
  private var hasHeading = false
  private var running: [(index: Int, id: String)] = []
  /// Lines not written yet.
  private var pending = ColoredText()
  private(set) var hasNews = false
  /// True if a task is about to write.
  var isAwaited = false
  private var lastWrite: ContinuousClock.Instant?
  /// The number of lines that each write redraws.
  private var drawn = 0
  private var trouble: Failure?

  init(_ output: Output, _ style: RunPrinter.Style, _ colors: OutputColors?) {
    self.output = output
    self.style = style
    self.colors = colors
    isLive = output.isTerminal
    drawsProgress = isLive && style.display.allowsControl
    marks = Locale.isUTF8 ? ("✓", "✗", "–") : ("ok", "FAILED", "skipped")
  }

  /// The time since the last write.
  var age: Duration { lastWrite.map { ContinuousClock.now - $0 } ?? .seconds(1) }

  mutating func add(_ event: Runner.Event) {
    switch event {
    case .started(let index, _, let id):
      guard drawsProgress, style.listsAll else { return }
      running.append((index, id))
      hasNews = true
    case .finished(let index, let result):
      if drawsProgress { running.removeAll { $0.index == index } }
      done += 1
      if !result.passed { failed += 1 }
      let hasLine = style.listsAll || !result.passed && failed <= Self.mostFailures
      guard hasLine || drawsProgress else { return }
      hasNews = true
      guard hasLine else { return }
      if isLive, !hasHeading { pending.add(Self.heading(marks.passed), .dim) }
      hasHeading = true
      add(line: result)
      if isLive { failures.add(result) } else { pending += failures.details(of: result) }
    case .answered, .sendingFirst, .notKept, .cookiesNotKept, .notFollowed: break
    }
  }

  /// Writes new lines and, on a terminal, the progress below them.
  mutating func write() {
    guard hasNews else { return }
    let control = erasing()
    var text = pending
    pending = ColoredText()
    hasNews = false
    if drawsProgress, style.total.map({ done < $0 }) ?? true { text += below() }
    put(text, after: control)
    lastWrite = .now
  }

  mutating func finish(_ summary: RunSummary) -> Failure? {
    let control = erasing()
    var text = pending
    if isLive { text += failures.text(marks.failed) }
    let hidden = style.listsAll ? 0 : failed - min(failed, Self.mostFailures)
    if hidden > 0 { text.add("… and \(Quantity.count(hidden)) more failures\n") }
    for line in RunTotalsText(summary: summary).lines(isMeasurement: !style.listsAll) {
      text.add(TerminalText.line(line) + "\n")
    }
    text += totals(of: summary)
    if style.endsWithJSON { text.add("\n" + JSONReport.line(summary)) }
    text.add("\n")
    hasNews = false
    put(text, after: control)
    return trouble
  }

  private func totals(of summary: RunSummary) -> ColoredText {
    let statistics = summary.statistics
    var text = ColoredText(
      style.total.flatMap { summary.isReordered ? nil : "\(statistics.requests) of \($0) requests run" }
        ?? "\(statistics.requests) requests run")
    text.add(", ")
    text.add("\(statistics.failed) failed", statistics.failed > 0 ? .error : .ok)
    if statistics.skipped > 0 { text.add(", \(Quantity.count(statistics.skipped)) skipped") }
    if statistics.retried > 0 { text.add(", \(Quantity.count(statistics.retried)) retried") }
    text.add("; \(statistics.assertions) assertions, ")
    let isBad = statistics.failedAssertions > 0
    text.add("\(statistics.failedAssertions) failed", isBad ? .error : statistics.assertions > 0 ? .ok : nil)
    text.add("; \(Quantity.duration(summary.duration))")
    return text
  }

  private static func heading(_ mark: String) -> String {
    let blank = String(repeating: " ", count: mark.count)
    return "\(blank) Code \(PaddedText.aligned("Time", 8)) \(PaddedText.aligned("Size", 8))  Request\n"
  }

  private mutating func add(line result: RunResult) {
    let (mark, token): (String, Token) =
      result.skipped != nil ? (marks.skipped, .dim) : result.passed ? (marks.passed, .ok) : (marks.failed, .error)
    pending.add(mark, token)
    pending.add(" ")
    let short = result.shortStatus
    let status = short.text.map { TerminalText.line($0) } ?? "---"
    pending.add(status, short.text == nil ? .dim : .status(short))
    // A status name takes its space from the blanks before the time.
    let time = (isLive ? 9 : 8) - max(0, TextWidth.of(status) - 3)
    pending.add(" " + PaddedText.aligned(Quantity.duration(result.duration), max(0, time)))
    if isLive { pending.add(" " + PaddedText.aligned(Quantity.bytes(result.size), 8), .dim) }
    pending.add("  ")
    if style.repeats { pending.add("#\(result.iteration) ", .dim) }
    pending.add(TerminalText.line(result.id), result.skipped == nil ? nil : .dim)
    if result.tries > 1 { pending.add(" (\(result.tries) tries)", .warn) }
    if let why = result.skipped { pending.add(": skipped, \(TerminalText.line(why))", .dim) }
    pending.add("\n")
    for line in result.console {
      pending.add("    \(TerminalText.line("\(line.level): \(line.text)"))\n", line.level == "error" ? .error : .dim)
    }
    if style.listsTests { add(testsOf: result) }
  }

  /// The tests that passed. Failed ones have their details: here only on a terminal, which shows those at the end.
  private mutating func add(testsOf result: RunResult) {
    for test in result.cases where test.passed || isLive {
      pending.add("    ")
      pending.add(test.passed ? marks.passed : marks.failed, test.passed ? .ok : .error)
      pending.add(" \(TerminalText.line(test.expression))\n")
    }
    for test in result.verdicts where test.isSkipped {
      pending.add("    \(marks.skipped) \(TerminalText.line(test.name))\n", .dim)
    }
  }

  private mutating func below() -> ColoredText {
    let elapsed = ContinuousClock.now - start
    var sum = ColoredText()
    if let total = style.total, total > 1 {
      sum += ProgressBar(share: Double(done) / Double(total), columns: Self.barColumns).text
      sum.add("  ")
    }
    sum.add(style.total.map { "\(done) of \($0)" } ?? "\(done)")
    sum.add(", \(failed) failed", failed > 0 ? .error : nil)
    sum.add(", \(Quantity.duration(elapsed))")
    if !style.listsAll { sum.add(", " + RunTotalsText.rate(Double(done) / max(0.001, elapsed.inSeconds))) }
    var lines = [sum] + running.prefix(Self.mostNamed).map { ColoredText("  … \(TerminalText.line($0.id))", .dim) }
    if running.count > Self.mostNamed {
      lines.append(ColoredText("  … and \(running.count - Self.mostNamed) more", .dim))
    }
    drawn = lines.count
    // A line wrapped by the terminal could not be erased.
    let columns = max(1, output.columns - 1)
    var text = ColoredText()
    for (index, line) in lines.enumerated() {
      if index > 0 { text.add("\n") }
      text += line.clipped(to: columns)
    }
    return text
  }

  /// Erases the changing part; the cursor is at the end of its last line.
  private mutating func erasing() -> TerminalControl? {
    defer { drawn = 0 }
    return drawn > 0 ? .clearLines(drawn) : nil
  }

  private mutating func put(_ text: ColoredText, after control: TerminalControl?) {
    guard trouble == nil, !text.isEmpty || control != nil else { return }
    do throws(Failure) { try output.write(text, in: &colors, after: control) } catch { trouble = error }
  }
}
