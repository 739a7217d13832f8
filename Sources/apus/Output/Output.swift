import Basics
import Workspaces

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// One of the program's two output streams: results go to `standard`, everything else to `error`. All output to a
/// terminal is filtered here, except for `write(raw:)` and the sequences of `TerminalControl`.
struct Output: Sendable {
  let descriptor: Int32
  let isTerminal: Bool
  /// What an error calls it: of several files, which one is full must be told.
  private let name: String

  static let standard = Output(descriptor: STDOUT_FILENO)
  static let error = Output(descriptor: STDERR_FILENO)

  /// Whether the user can answer a question.
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
  func write(_ node: JSONValue) throws(Failure) {
    try write(node.pretty + "\n", as: .json)
  }

  /// Writes all bytes unchanged: to files, and to terminals if the user asks for it.
  /// - Throws: `Failure.outputClosed` if the reader has closed the pipe, as `head` does; a file failure for a full
  ///   disk.
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
        throw Failure(.file, "cannot write \(name): \(String(cString: strerror(errno)))")
      }
    }
  }

  func write(raw bytes: [UInt8]) throws(Failure) {
    let result: Result<Void, Failure> = bytes.withUnsafeBytes { raw in
      Result { () throws(Failure) in try write(raw: raw) }
    }
    try result.get()
  }

  /// Writes text and a line end.
  func line(_ text: String) -> Result<Void, Failure> {
    Result { () throws(Failure) in try write(text.hasSuffix("\n") ? text : text + "\n") }
  }

  /// Writes one line for the user; control characters and line breaks, which may come from a file, are always made
  /// visible. Errors are ignored.
  func say(_ text: String) {
    _ = line(TerminalText.line(text))
  }

  /// The same for text of several lines, all of them ours.
  func say(lines text: String) {
    _ = line(TerminalText.shown(text))
  }

  /// Writes text that is not part of the result. Errors are ignored.
  func write(quietly text: String, after control: TerminalControl? = nil) {
    // There is no other place to report the error.
    try? write(text, after: control)
  }
}

private func apusWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
