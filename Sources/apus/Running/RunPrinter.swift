import Basics
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
  /// How long lines are collected: three frames.
  private static let moment = Duration.milliseconds(50)

  private let table: Mutex<RunTable>

  init(_ output: Output, total: Int, repeats: Bool) {
    table = Mutex(RunTable(output, total: total, repeats: repeats))
  }

  func show(_ event: Runner.Event) {
    if case .notKept(let why) = event { return LiveSession.tell(notKept: why) }
    if case .cookiesNotKept(let why) = event { return LiveSession.tell(cookiesNotKept: why) }
    if case .answered = event { return }
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
    if let trouble = table.withLock({ $0.finish(summary) }) { throw trouble }
  }
}

/// What has been printed of a run, and what is still pending.
private struct RunTable {
  /// Beyond this number, concurrent requests are counted instead of named.
  private static let mostNamed = 6
  /// Longer actual values are cut; the reports contain them in full.
  private static let longestActual = 200

  private let output: Output
  private let total: Int
  private let repeats: Bool
  private let isLive: Bool
  private let start = ContinuousClock.now
  private let marks: (passed: String, failed: String)
  private var done = 0
  private var failed = 0
  private var running: [(index: Int, id: String)] = []
  /// Lines not written yet.
  private var pending = ""
  private(set) var hasNews = false
  /// Whether a task is about to write.
  var isAwaited = false
  private var lastWrite: ContinuousClock.Instant?
  /// The number of lines that each write redraws.
  private var drawn = 0
  private var trouble: Failure?

  init(_ output: Output, total: Int, repeats: Bool) {
    self.output = output
    self.total = total
    self.repeats = repeats
    isLive = output.isTerminal
    marks = Locale.isUTF8 ? ("✓", "✗") : ("ok", "FAILED")
  }

  /// The time since the last write.
  var age: Duration { lastWrite.map { ContinuousClock.now - $0 } ?? .seconds(1) }

  mutating func add(_ event: Runner.Event) {
    switch event {
    case .started(let index, let id):
      guard isLive else { return }
      running.append((index, id))
      hasNews = true
    case .finished(let index, let result):
      if isLive { running.removeAll { $0.index == index } }
      if done == 0, isLive { pending = Self.heading(marks.passed) }
      done += 1
      if !result.passed { failed += 1 }
      add(line: result)
      hasNews = true
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
    if isLive, done < total { text += below() }
    put(text, after: control)
    lastWrite = .now
  }

  mutating func finish(_ summary: RunSummary) -> Failure? {
    let control = erasing()
    var text = pending
    text += "\(summary.results.count) of \(total) requests run, \(summary.failed) failed"
    text += "; \(summary.assertions) assertions, \(summary.failedAssertions) failed"
    text += "; \(Quantity.duration(summary.duration))"
    hasNews = false
    put(text + "\n", after: control)
    return trouble
  }

  private static func heading(_ mark: String) -> String {
    let blank = String(repeating: " ", count: mark.count)
    return "\(blank) Code \(Figures.aligned("Time", 8)) \(Figures.aligned("Size", 8))  Request\n"
  }

  private mutating func add(line result: RunResult) {
    pending += result.passed ? marks.passed : marks.failed
    pending += " "
    pending += result.status == 0 ? "---" : String(result.status)
    pending += " "
    pending += Figures.aligned(Quantity.duration(result.duration), isLive ? 9 : 8)
    if isLive { pending += " " + Figures.aligned(Quantity.bytes(result.size), 8) }
    pending += "  "
    if repeats { pending += "#\(result.iteration) " }
    pending += TerminalText.line(result.id)
    pending += "\n"
    for assertion in result.assertions where !assertion.passed {
      let actual = Truncation.end.applied(to: TerminalText.line(assertion.actual), columns: Self.longestActual)
      pending += "    \(TerminalText.shown(assertion.expression)): got \(actual)\n"
    }
    if let message = result.message { pending += "    \(TerminalText.shown(message))\n" }
  }

  private mutating func below() -> String {
    let sum = "\(done) of \(total), \(failed) failed, \(Quantity.duration(ContinuousClock.now - start))"
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
