import Basics
import Networking
import Sessions
import Synchronization
import Terminal
import Workspaces

/// Prints a run in progress: a line for each request with its failed assertions below, and a summary at the end. On a
/// terminal, the lines form a table with the requests in flight below it.
///
/// A single line is written immediately. Lines in quick succession are collected for a moment and written together,
/// because writing each would take longer than sending its request. Users do not notice, and killing the program loses
/// at most that moment.
final class RunPrinter: Sendable {
  /// The time during which lines are collected: three frames.
  private static let moment = Duration.milliseconds(50)

  private let table: Mutex<RunTable>
  /// The results of recording answers, reported at the end.
  private let snapshots = Mutex<[String]>([])

  /// The parts of a run to print.
  struct Style: Sendable {
    /// The number of requests; `nil` if unknown.
    var total: Int?
    /// True if requests are sent more than once.
    var repeats = false
    /// True if each request has a line. Runs with a duration or a rate list only the first failures.
    var listsAll = true
    /// True if a terminal shows requests in progress, which uses control sequences.
    var drawsProgress = true
    /// True if the totals follow as JSON.
    var endsWithJSON = false
  }

  init(_ output: Output, _ style: Style) {
    table = Mutex(RunTable(output, style))
  }

  func show(_ event: Runner.Event) {
    if case .notKept(let why) = event { return LiveSession.report(notKept: why) }
    if case .cookiesNotKept(let why) = event { return LiveSession.report(cookiesNotKept: why) }
    if case .answered(_, let answer) = event {
      if let outcome = answer.snapshot {
        snapshots.withLock { $0.append("\(answer.record.requestID ?? ""): \(outcome.words)") }
      }
      return
    }
    let mustWait = table.withLock { table in
      table.add(event)
      guard table.hasNews, !table.isAwaited else { return false }
      if table.age >= Self.moment {
        table.write()
        return false
      }
      table.isAwaited = true
      return true
    }
    guard mustWait else { return }
    Task {
      // The pause throws only on cancellation, and nothing cancels this task.
      try? await Pause.wait(Self.moment)
      table.withLock { table in
        table.isAwaited = false
        table.write()
      }
    }
  }

  /// - Throws: the error that prevented the lines from being written.
  func finish(_ summary: RunSummary) throws(Failure) {
    let trouble = table.withLock { $0.finish(summary) }
    for line in snapshots.withLock({ $0 }) { Output.error.say("apus: \(line)") }
    if let trouble { throw trouble }
  }
}

/// The printed and pending output of a run.
struct RunTable {
  /// Beyond this number, concurrent requests are counted instead of named.
  private static let mostNamed = 6
  /// Longer actual values are cut; the reports contain them in full.
  private static let longestActual = 200

  /// The number of failures listed if requests have no lines of their own; further ones are counted.
  private static let mostFailures = 20

  private let output: Output
  private let style: RunPrinter.Style
  /// True if results are aligned in columns.
  private let isLive: Bool
  private let drawsProgress: Bool
  private let start = ContinuousClock.now
  private let marks: (passed: String, failed: String, skipped: String)
  private var done = 0
  private var failed = 0
  private var hasHeading = false
  private var running: [(index: Int, id: String)] = []
  /// Lines not written yet.
  private var pending = ""
  private(set) var hasNews = false
  /// True if a task is about to write.
  var isAwaited = false
  private var lastWrite: ContinuousClock.Instant?
  /// The number of lines that each write redraws.
  private var drawn = 0
  private var trouble: Failure?

  init(_ output: Output, _ style: RunPrinter.Style) {
    self.output = output
    self.style = style
    isLive = output.isTerminal
    drawsProgress = isLive && style.drawsProgress
    marks = Locale.isUTF8 ? ("✓", "✗", "–") : ("ok", "FAILED", "skipped")
  }

  /// The time since the last write.
  var age: Duration { lastWrite.map { ContinuousClock.now - $0 } ?? .seconds(1) }

  mutating func add(_ event: Runner.Event) {
    switch event {
    case .started(let index, let id):
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
      if isLive, !hasHeading { pending = Self.heading(marks.passed) }
      hasHeading = true
      add(line: result)
    case .answered, .notKept, .cookiesNotKept: break
    }
  }

  /// Writes new lines and, on a terminal, the requests in progress below them.
  mutating func write() {
    guard hasNews else { return }
    let control = erasing()
    var text = pending
    pending = ""
    hasNews = false
    if drawsProgress, style.total.map({ done < $0 }) ?? true { text += below() }
    put(text, after: control)
    lastWrite = .now
  }

  mutating func finish(_ summary: RunSummary) -> Failure? {
    let control = erasing()
    var text = pending
    let statistics = summary.statistics
    let hidden = style.listsAll ? 0 : failed - min(failed, Self.mostFailures)
    if hidden > 0 { text += "… and \(Quantity.count(hidden)) more failures\n" }
    text += RunTotalsText(summary).lines(isMeasurement: !style.listsAll).map { TerminalText.line($0) + "\n" }.joined()
    text += style.total.map { "\(statistics.requests) of \($0) requests run" } ?? "\(statistics.requests) requests run"
    text += ", \(statistics.failed) failed"
    if statistics.skipped > 0 { text += ", \(Quantity.count(statistics.skipped)) skipped" }
    if statistics.retried > 0 { text += ", \(Quantity.count(statistics.retried)) retried" }
    text += "; \(statistics.assertions) assertions, \(statistics.failedAssertions) failed"
    text += "; \(Quantity.duration(summary.duration))"
    if style.endsWithJSON { text += "\n" + JSONReport.line(summary) }
    hasNews = false
    put(text + "\n", after: control)
    return trouble
  }

  private static func heading(_ mark: String) -> String {
    let blank = String(repeating: " ", count: mark.count)
    return "\(blank) Code \(PaddedText.aligned("Time", 8)) \(PaddedText.aligned("Size", 8))  Request\n"
  }

  private mutating func add(line result: RunResult) {
    pending += result.skipped != nil ? marks.skipped : result.passed ? marks.passed : marks.failed
    pending += " "
    let status = result.shortStatus.text.map { TerminalText.line($0) } ?? "---"
    pending += status + " "
    // A status name takes its space from the blanks before the time.
    let time = (isLive ? 9 : 8) - max(0, TextWidth.of(status) - 3)
    pending += PaddedText.aligned(Quantity.duration(result.duration), max(0, time))
    if isLive { pending += " " + PaddedText.aligned(Quantity.bytes(result.size), 8) }
    pending += "  "
    if style.repeats { pending += "#\(result.iteration) " }
    pending += TerminalText.line(result.id)
    if result.tries > 1 { pending += " (\(result.tries) tries)" }
    if let why = result.skipped { pending += ": skipped, \(TerminalText.line(why))" }
    pending += "\n"
    for assertion in result.assertions where !assertion.passed {
      let actual = Truncation.end.applied(to: TerminalText.line(assertion.actual), columns: Self.longestActual)
      pending += "    \(TerminalText.line(assertion.expression)): \(assertion.lead)\(actual)\n"
    }
    if let message = result.message { pending += "    \(TerminalText.line(message))\n" }
  }

  private mutating func below() -> String {
    let elapsed = ContinuousClock.now - start
    let count = style.total.map { "\(done) of \($0)" } ?? "\(done)"
    var sum = "\(count), \(failed) failed, \(Quantity.duration(elapsed))"
    if !style.listsAll { sum += ", " + RunTotalsText.rate(Double(done) / max(0.001, elapsed.inSeconds)) }
    var lines = [sum] + running.prefix(Self.mostNamed).map { "  … \($0.id)" }
    if running.count > Self.mostNamed { lines.append("  … and \(running.count - Self.mostNamed) more") }
    drawn = lines.count
    // A line wrapped by the terminal could not be erased.
    let columns = max(1, output.columns - 1)
    return lines.map { Truncation.clip.applied(to: TerminalText.line($0), columns: columns) }.joined(separator: "\n")
  }

  /// Erases the changing part; the cursor is at the end of its last line.
  private mutating func erasing() -> TerminalControl? {
    defer { drawn = 0 }
    return drawn > 0 ? .clearLines(drawn) : nil
  }

  private mutating func put(_ text: String, after control: TerminalControl?) {
    guard trouble == nil, !text.isEmpty || control != nil else { return }
    do throws(Failure) { try output.write(text, after: control) } catch { trouble = error }
  }
}
