#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// One of the two streams that the program writes to: answers to `standard`, everything else to `error`.
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

  /// Writes all of the bytes.
  /// - Throws: `Failure.outputClosed` when the reader has gone, as `head` does; a file failure for a full disk.
  func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
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

  func write(_ bytes: [UInt8]) throws(Failure) {
    let result: Result<Void, Failure> = bytes.withUnsafeBytes { raw in
      Result { () throws(Failure) in try write(raw) }
    }
    try result.get()
  }

  func write(_ text: String) throws(Failure) {
    try write(Array(text.utf8))
  }

  /// Writes a text and a line end.
  func line(_ text: String) -> Result<Void, Failure> {
    Result { () throws(Failure) in try write(text.hasSuffix("\n") ? text : text + "\n") }
  }

  /// Writes a line for a person; that it cannot be shown is no reason to fail.
  func say(_ text: String) {
    _ = line(text)
  }
}

private func apusWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
