import Basics
import Networking
import Sessions
import Synchronization
import Terminal
import Workspaces

/// Prints a run in progress: a line for each request with its failed assertions below, and a summary at the end. On a
/// terminal, the lines form a table with a progress bar and the requests in flight below it, and the failures follow at
/// the end.
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
    var display = DisplayChoice()
    /// True if the totals follow as JSON.
    var endsWithJSON = false
    /// True if the tests that passed have lines, too.
    var listsTests = false
  }

  /// - Parameter workspace: the one whose theme colours the output.
  init(_ output: Output, _ style: Style, in workspace: Workspace? = nil) {
    table = Mutex(RunTable(output, style, OutputColors(for: output, style.display, in: workspace)))
  }

  func show(_ event: Runner.Event) {
    if case .notKept(let why) = event { return LiveSession.report(notKept: why) }
    if case .cookiesNotKept(let why) = event { return LiveSession.report(cookiesNotKept: why) }
    if case .notFollowed(let why) = event { return Output.error.say("apus: \(TerminalText.line(why))") }
    if case .sendingFirst(let id, let method) = event {
      return LiveSession.report(sendingFirst: id, method: method)
    }
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
