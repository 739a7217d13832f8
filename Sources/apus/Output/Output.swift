import Workspaces

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// One of the two streams that the program writes to: answers to `standard`, everything else to `error`. The one way to
/// the terminal: what a terminal gets of it is text, but for `write(raw:)` and what `TerminalControl` has.
struct Output: Sendable {
  let descriptor: Int32
  let isTerminal: Bool

  static let standard = Output(descriptor: STDOUT_FILENO)
  static let error = Output(descriptor: STDERR_FILENO)

  /// Whether a person can answer a question.
  static var standardInputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// How wide the terminal is; 80 where it does not say.
  var columns: Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  init(descriptor: Int32) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
  }

  /// The filter for a terminal; `nil` for a file or a pipe, which get what is written byte for byte.
  func filter(_ style: TerminalText.Style = .text) -> TerminalText? {
    isTerminal ? TerminalText(style, isUnicode: Locale.isUTF8) : nil
  }

  /// Writes a text, to a terminal as visible text.
  /// - Parameter control: what the terminal is told before it.
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

  /// Writes JSON; to a terminal with escapes for what it would obey.
  func write(_ node: JSONNode) throws(Failure) {
    try write(node.pretty + "\n", as: .json)
  }

  /// Writes all of the bytes as they are: for files, and where somebody asks for a terminal to get them.
  /// - Throws: `Failure.outputClosed` when the reader has gone, as `head` does; a file failure for a full disk.
  func write(raw bytes: UnsafeRawBufferPointer) throws(Failure) {
    var done = 0
    while done < bytes.count {
      let count = apusWrite(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
      if count > 0 {
        done += count
      } else if errno == EPIPE {
        throw .outputClosed
      } else if errno == EAGAIN {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
      } else if errno != EINTR {
        throw Failure(.file, "cannot write the output: \(String(cString: strerror(errno)))")
      }
    }
  }

  func write(raw bytes: [UInt8]) throws(Failure) {
    let result: Result<Void, Failure> = bytes.withUnsafeBytes { raw in
      Result { () throws(Failure) in try write(raw: raw) }
    }
    try result.get()
  }

  /// Writes a text and a line end.
  func line(_ text: String) -> Result<Void, Failure> {
    Result { () throws(Failure) in try write(text.hasSuffix("\n") ? text : text + "\n") }
  }

  /// Writes a line for a person, visible wherever it goes; that it cannot be shown is no reason to fail.
  func say(_ text: String) {
    _ = line(TerminalText.shown(text))
  }

  /// Writes what is no part of the answer; that it cannot be shown is no reason to fail.
  func write(quietly text: String, after control: TerminalControl? = nil) {
    // Nobody is left who could be told.
    try? write(text, after: control)
  }
}

private func apusWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
