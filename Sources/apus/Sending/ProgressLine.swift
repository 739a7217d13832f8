import Basics
import Networking
import Synchronization
import Terminal

/// Shows the progress of a transfer on one line of standard error, and erases it when the transfer ends.
struct ProgressLine {
  private var isShown = false
  private let start = ContinuousClock.now

  mutating func show(_ progress: TransferProgress) {
    let elapsed = ContinuousClock.now - start
    // Short transfers show no progress, to avoid flicker.
    guard elapsed > .milliseconds(500) else { return }
    isShown = true
    // A line wrapped by the terminal could not be erased.
    let text = Self.text(progress, elapsed: elapsed, columns: max(1, Output.error.columns - 1))
    Output.error.write(quietly: text, after: .clearLine)
  }

  /// Shows what it waits for.
  mutating func show(words: String) {
    isShown = true
    let text = Truncation.clip.applied(to: words, columns: max(1, Output.error.columns - 1))
    Output.error.write(quietly: text, after: .clearLine)
  }

  mutating func clear() {
    if isShown { Output.error.write(quietly: "", after: .clearLine) }
    isShown = false
  }

  /// As much as fits; the amount transferred comes first.
  static func text(_ progress: TransferProgress, elapsed: Duration, columns: Int = .max) -> String {
    let seconds = max(elapsed.inMilliseconds / 1000, 0.001)
    let isUpload = progress.received == 0 && progress.sent > 0
    let done = isUpload ? progress.sent : progress.received
    let total = isUpload ? progress.toSend : progress.toReceive
    var text = Quantity.bytes(done)
    if let total, total > 0 {
      text += " of \(Quantity.bytes(total)), \(min(100, Int(Double(done) / Double(total) * 100))) %"
    }
    let rate = ", \(Quantity.bytes(Int(Double(done) / seconds)))/s"
    let full = (isUpload ? "Sent " : "Received ") + text + rate + ", \(Quantity.duration(elapsed))"
    let fits = [full, text + rate, text].first { TextWidth.of($0) <= columns }
    return fits ?? Truncation.clip.applied(to: text, columns: columns)
  }
}

/// The progress of a download, updated from any thread.
final class DownloadProgress: Sendable {
  private let line: Mutex<ProgressLine?>

  init(isShown: Bool) {
    line = Mutex(isShown ? ProgressLine() : nil)
  }

  func show(_ progress: TransferProgress) { line.withLock { $0?.show(progress) } }
  func clear() { line.withLock { $0?.clear() } }
}
