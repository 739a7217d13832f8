import Basics
import Explorer
import Networking
import Synchronization
import Terminal
import Workspaces

/// A bar of characters, filled up to a share.
struct ProgressBar {
  let share: Double
  let columns: Int
  var isUnicode = Locale.isUTF8

  var text: ColoredText {
    let share = min(1, max(0, share.isFinite ? share : 0))
    let filled = min(columns, Int(share * Double(columns)))
    var text = ColoredText(String(repeating: isUnicode ? "━" : "=", count: filled), .accent)
    text.add(String(repeating: isUnicode ? "─" : "-", count: columns - filled), .dim)
    return text
  }
}

/// Shows the progress of a transfer on one line of standard error, and erases it when the transfer ends.
struct ProgressLine {
  static let barColumns = 20

  private let display: DisplayChoice
  private let workspace: Workspace?
  private var isShown = false
  private let start = ContinuousClock.now
  /// Found when the line is first drawn, because most work ends before; `nil` until then.
  private var colors: OutputColors??

  /// - Parameter workspace: the one whose theme colours the line.
  init(_ display: DisplayChoice, in workspace: Workspace?) {
    self.display = display
    self.workspace = workspace
  }

  mutating func show(_ progress: TransferProgress) {
    let elapsed = ContinuousClock.now - start
    guard elapsed > TransferFacts.patience else { return }
    show(Self.text(progress, elapsed: elapsed, columns: max(1, Output.error.columns - 1)))
  }

  /// Shows what the command waits for.
  mutating func show(words: String) { show(ColoredText(TerminalText.line(words))) }

  mutating func show(_ text: ColoredText) {
    isShown = true
    // A line wrapped by the terminal could not be erased.
    let text = text.clipped(to: max(1, Output.error.columns - 1))
    var colors = colors ?? OutputColors(for: .error, display, in: workspace)
    // There is no other place to report the error.
    try? Output.error.write(text, in: &colors, after: .clearLine)
    self.colors = .some(colors)
  }

  mutating func clear() {
    if isShown { Output.error.write(quietly: "", after: .clearLine) }
    isShown = false
  }

  /// As much as fits, starting with the transferred amount.
  static func text(_ progress: TransferProgress, elapsed: Duration, columns: Int = .max) -> ColoredText {
    let facts = TransferFacts(progress, elapsed: elapsed)
    var text = ColoredText(facts.amount)
    if text.columns + facts.rate.utf8.count + 2 <= columns { text.add(", \(facts.rate)") }
    if text.columns + facts.time.utf8.count + 2 <= columns { text.add(", \(facts.time)", .dim) }
    let verb = facts.isUpload ? "Sent " : "Received "
    if text.columns + verb.count <= columns { text = ColoredText(verb) + text }
    if let share = facts.share, text.columns + barColumns + 2 <= columns {
      text = ProgressBar(share: share, columns: barColumns).text + ColoredText("  ") + text
    }
    return text.clipped(to: columns)
  }
}

/// The progress of a download, updated from any thread.
final class DownloadProgress: Sendable {
  private let line: Mutex<ProgressLine?>

  /// - Parameter line: `nil` shows nothing.
  init(_ line: ProgressLine?) { self.line = Mutex(line) }

  func show(_ progress: TransferProgress) { line.withLock { $0?.show(progress) } }
  func clear() { line.withLock { $0?.clear() } }
}
