import Basics
import Documents
import Libc
import Synchronization
import Workspaces

/// One of the program's two output streams: results go to `standard`, everything else to `error`. All output to a
/// terminal is filtered here, except for `write(raw:)` and the sequences of `TerminalControl`.
struct Output: Sendable {
  let descriptor: Int32
  let isTerminal: Bool
  /// True if a write never waits for a reader.
  private let isFile: Bool
  /// The name in errors: with several files, an error must say which one is full.
  private let name: String
  /// Ends the wait for a reader.
  private var cutoff: OutputCutoff?

  static let standard = Output(descriptor: STDOUT_FILENO)
  static let error = Output(descriptor: STDERR_FILENO)

  /// True if the user can answer a question.
  static var standardInputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// The width of the terminal; 80 if unknown.
  var columns: Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  init(descriptor: Int32, name: String = "the output") {
    self.descriptor = descriptor
    self.name = name
    isTerminal = isatty(descriptor) == 1
    var status = stat()
    isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The same output, which drops what its reader does not take before the cutoff; `nil` for none.
  func cut(by cutoff: OutputCutoff?) -> Output {
    var output = self
    output.cutoff = cutoff
    return output
  }

  /// The filter for a terminal; `nil` for a file or a pipe, which gets the output byte for byte.
  func filter(_ style: TerminalText.Style = .text) -> TerminalText? {
    isTerminal ? TerminalText(style, isUnicode: Locale.isUTF8) : nil
  }

  /// Writes text; on a terminal, control characters become visible.
  /// - Parameter control: the control sequence to send before it.
  /// - Throws: as `write(raw:)`.
  func write(
    _ text: String, as style: TerminalText.Style = .text, after control: TerminalControl? = nil
  ) throws(Failure) {
    var bytes = control?.bytes ?? []
    if var filter = filter(style) {
      bytes += filter.shown(text.utf8)
      bytes += filter.rest()
    } else {
      bytes += text.utf8
    }
    try write(raw: bytes)
  }

  /// Writes JSON; on a terminal, control characters are escaped.
  func write(_ node: JSONValue, in colors: OutputColors? = nil) throws(Failure) {
    var writer = PieceWriter(self, as: .json, .json, in: colors)
    try writer.write(Array((node.pretty + "\n").utf8))
    try writer.finish()
  }

  /// Writes all bytes unchanged: to files, and to terminals if the user asks for it.
  /// - Throws: `Failure.outputClosed` if the reader has closed the pipe, as `head` does; a file failure for a full
  ///   disk. `Failure.interrupted` if the reader accepts nothing after a signal has asked the program to end.
  func write(raw bytes: UnsafeRawBufferPointer) throws(Failure) {
    var done = 0
    while done < bytes.count {
      // A pipe that has room takes at least this much without blocking.
      let piece = isFile ? bytes.count - done : min(bytes.count - done, Int(PIPE_BUF))
      if !isFile, try !hasRoom() { return }
      let count = apusWrite(descriptor, bytes.baseAddress?.advanced(by: done), piece)
      if count > 0 {
        done += count
      } else if errno == EPIPE {
        throw .outputClosed
      } else if errno == EAGAIN {
        guard try hasRoom() else { return }
      } else if errno != EINTR {
        throw Failure(.file, "cannot write \(name): \(String(cString: strerror(errno)))")
      }
    }
  }

  /// Waits until the output accepts bytes.
  /// - Returns: `false` if it did not before the cutoff.
  private func hasRoom() throws(Failure) -> Bool {
    if cutoff?.isStuck == true { return false }
    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while poll(&wait, 1, Self.patience) == 0 {
      if Interruption.isRequested { throw Failure(.interrupted) }
      if cutoff?.cutsNow(isStuck: true) == true { return false }
    }
    return true
  }

  /// The interval in milliseconds at which a wait checks whether the program should end.
  private static let patience: Int32 = 100

  func write(raw bytes: [UInt8]) throws(Failure) {
    try bytes.withRawBytes { raw throws(Failure) in try write(raw: raw) }
  }

  func line(_ text: String) -> Result<Void, Failure> {
    Result { () throws(Failure) in try write(text.hasSuffix("\n") ? text : text + "\n") }
  }

  /// Writes one line for the user; control characters and line breaks, which may come from a file, are always made
  /// visible. Errors are ignored.
  func say(_ text: String) {
    _ = line(TerminalText.line(text))
  }

  /// The same for text of several lines, all written by Apus.
  func say(lines text: String) {
    _ = line(TerminalText.shown(text))
  }

  /// Writes text that is not part of the result. Errors are ignored.
  func write(quietly text: String, after control: TerminalControl? = nil) {
    // There is no other place to report the error.
    try? write(text, after: control)
  }
}

/// Ends the output soon after an exchange reached its time limit, so that neither a backlog of messages nor a slow reader
/// holds the program.
final class OutputCutoff: Sendable {
  private struct State {
    var end: ContinuousClock.Instant?
    var hasCut = false
    var isStuck = false
  }

  /// The time to write the last messages.
  private static let grace = Duration.seconds(1)

  private let state = Mutex(State())

  var hasCut: Bool { state.withLock { $0.hasCut } }
  /// True if the reader accepted nothing more; what follows would continue in the middle of a line.
  var isStuck: Bool { state.withLock { $0.isStuck } }

  /// Called when the time limit is reached.
  func begin() { state.withLock { $0.end = .now + Self.grace } }

  /// Returns whether the caller has to drop what it has not written yet.
  /// - Parameter isStuck: true if the reader accepts nothing now.
  func cutsNow(isStuck: Bool = false) -> Bool {
    state.withLock { state in
      guard let end = state.end, .now >= end else { return false }
      state.hasCut = true
      state.isStuck = state.isStuck || isStuck
      return true
    }
  }
}

private func apusWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
