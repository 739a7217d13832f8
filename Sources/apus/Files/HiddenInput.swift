import TerminalNCurses

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Reads a value that must not appear on the command line: from the terminal without echo, or from a pipe.
enum HiddenInput {
  private static let limit = 1 << 20

  /// Reads one value, without a trailing line end.
  /// - Throws: status 2 if there is no value.
  static func value(of name: String) throws(Failure) -> String {
    let bytes = Output.standardInputIsTerminal ? try ask("\(name): ") : try InputFile.bytes(of: "-", limit: limit)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.usage, "the value of \(name) on standard input is no UTF-8 text")
    }
    let value = text.hasSuffix("\r\n") || text.hasSuffix("\n") ? String(text.dropLast()) : text
    guard !value.isEmpty else {
      throw Failure(.usage, "\(name) has no value; write \(name)=VALUE, or give it on standard input")
    }
    return value
  }

  /// Reads a line from the terminal without echo. Echo is always restored, even after a signal.
  static func ask(_ question: String) throws(Failure) -> [UInt8] {
    guard let echo = TerminalEcho() else { throw Failure(.file, "the terminal cannot be told to hide what is typed") }
    let watch = watch(echo, question)
    defer { watch.end() }
    echo.hide()
    Output.error.write(quietly: question)
    defer {
      echo.show()
      Output.error.say("")
    }
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count < limit {
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1, byte != UInt8(ascii: "\n") else { break }
      line.append(byte)
    }
    return line
  }

  /// Watches the signals that would leave the terminal without echo.
  private static func watch(_ echo: TerminalEcho, _ question: String) -> Signals.Watch {
    Signals.watch([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]) { number in
      echo.show()
      guard number == SIGTSTP else { Ending.leave(.interrupted) }
      JobControl.stop()
      echo.hide()
      Output.error.write(quietly: question)
    }
  }
}

/// The echo setting of the terminal on standard input.
struct TerminalEcho: Sendable {
  private let settings: termios

  /// `nil` if standard input is not a terminal.
  init?() {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    self.settings = settings
  }

  /// Turns echo off and drops input typed ahead: it was echoed, or meant for another program.
  func hide() {
    var hidden = settings
    hidden.c_lflag &= ~tcflag_t(ECHO | ECHONL)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
  }

  func show() {
    var shown = settings
    tcsetattr(STDIN_FILENO, TCSANOW, &shown)
  }
}
