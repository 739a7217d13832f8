import Basics
import Dispatch
import Explorer
import Networking
import Synchronization
import Workspaces

/// Shows what a command is doing and how far it is, on one line of standard error, once it takes noticeably long.
///
/// A thread of its own draws the line, because the work itself blocks. The line is erased before the work returns.
final class WorkProgress: Sendable {
  private static let interval = DispatchTimeInterval.milliseconds(100)

  private let words: String
  private let display: DisplayChoice
  private let start = ContinuousClock.now
  private let state = Mutex<(done: Int, total: Int?)>((0, nil))
  private let ends = DispatchSemaphore(value: 0)
  private let hasEnded = DispatchSemaphore(value: 0)
  /// The number of items found so far, for work that does not report its steps.
  private let found: (@Sendable () -> Int)?

  private init(_ words: String, _ display: DisplayChoice, found: (@Sendable () -> Int)?) {
    self.words = words
    self.display = display
    self.found = found
  }

  /// Runs `body`, whose steps (`StepReport`) are counted.
  /// - Parameters:
  ///   - words: what the command is doing: `Reading the requests`.
  ///   - found: returns the number of items found so far, if nothing reports steps.
  static func showing<Value, Fault: Error>(
    _ words: String, _ display: DisplayChoice = DisplayChoice(), found: (@Sendable () -> Int)? = nil,
    _ body: () throws(Fault) -> Value
  ) throws(Fault) -> Value {
    guard Output.error.isTerminal, display.allowsControl else { return try body() }
    let progress = WorkProgress(words, display, found: found)
    let thread = ThreadStart { progress.draw() }
    // Without a thread, nothing is shown.
    guard thread.launch() else { return try body() }
    defer {
      progress.ends.signal()
      progress.hasEnded.wait()
    }
    let receiver = StepReceiver { done, total in progress.state.withLock { $0 = (done, total) } }
    let result = StepReport.$receiver.withValue(receiver) {
      Result { () throws(Fault) in try body() }
    }
    return try result.get()
  }

  private func draw() {
    defer { hasEnded.signal() }
    guard ends.wait(timeout: .now() + TransferFacts.patience.inSeconds) == .timedOut else { return }
    var line = ProgressLine(display, in: nil)
    repeat { line.show(text) } while ends.wait(timeout: .now() + Self.interval) == .timedOut
    line.clear()
  }

  private var text: ColoredText {
    let (done, total) = state.withLock { $0 }
    let elapsed = ContinuousClock.now - start
    var text = ColoredText()
    if let total, total > 0 {
      text += ProgressBar(share: Double(done) / Double(total), columns: ProgressLine.barColumns).text
      text.add("  ")
    }
    text.add(words)
    if let total {
      text.add(": \(Quantity.count(done)) of \(Quantity.count(total))")
      let left = elapsed.inSeconds / Double(max(1, done)) * Double(total - done)
      if done > 0 { text.add(", \(Quantity.span(left.rounded(.up))) left", .dim) }
    } else {
      if let found = found?(), found > 0 { text.add(": \(Quantity.count(found))") }
      text.add(", \(Quantity.duration(elapsed))", .dim)
    }
    return text
  }
}

extension Workspace {
  /// The tree, with the number of requests found so far if a large folder takes long.
  func shownTree(_ display: DisplayChoice = DisplayChoice()) -> WorkspaceTree {
    guard Output.error.isTerminal else { return tree() }
    let listing = ListingProgress()
    return WorkProgress.showing("Reading the folder", display, found: { listing.requestCount }) {
      tree(reporting: listing)
    }
  }
}
