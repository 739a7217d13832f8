import Basics
import CNCurses
import Dispatch
import Libc
package import Terminal

/// A terminal that only gets lines: only text and line feeds are sent, so that any terminal shows them and a screen
/// reader speaks each of them once. Keys are read one by one, as on a screen.
@MainActor package final class LinearDevice: LineDevice {
  /// The space for the layout of pages and lists; lines are wrapped to the terminal's own width.
  package let size = Size(columns: 200, rows: 24)
  package let capabilities: Capabilities
  package private(set) lazy var events: AsyncStream<Event> = listen()
  package var terminations: AsyncStream<Void> {
    _ = events
    return ending.stream
  }
  package var terminationDescriptor: Int32 { signals?.signals.ending ?? -1 }

  private let (stream, send) = AsyncStream<Event>.makeStream(bufferingPolicy: .unbounded)
  private let ending = AsyncStream<Void>.makeStream()
  private var lines: LineWriter
  private var input: InputReader?
  private var signals: SignalWatch?
  private var isClosed = false

  /// Reads keys from the terminal on standard input, and writes lines to the one on standard output.
  /// - Parameter variable: returns an environment variable.
  package init(variable: (String) -> String?) throws(TerminalError) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    var capabilities = Capabilities(colors: 0, mouse: false)
    (capabilities.isLinear, capabilities.motion) = (true, false)
    self.capabilities = capabilities
    lines = LineWriter(columns: Self.columns(), isUnicode: LocaleName.isUTF8(variable))
    CrashGuard.rememberSettings()
    // Loads the key sequences. An unknown terminal gets the usual ones.
    TerminalDatabase.look()
    CrashGuard.activate(restoring: [])
    enter()
  }

  package func append(_ piece: LinePiece) {
    guard !isClosed else { return }
    let text = lines.text(of: piece)
    if !text.isEmpty { FileDescriptor.write(Array(text.utf8), to: STDOUT_FILENO) }
  }

  package func suspended(_ body: () -> Void) {
    guard !isClosed else { return body() }
    leave()
    body()
    enter()
    // ^C and ^Z for the other program also reached this process.
    for signal in signals?.signals.take() ?? [] where signal != SIGINT && signal != SIGTSTP { handle(signal) }
  }

  package func stop() {
    guard !isClosed else { return }
    leave()
    JobControl.stop()
    resume()
    for signal in signals?.signals.take() ?? [] where signal != SIGCONT { handle(signal) }
  }

  /// Does nothing: a bell would be a sound without words, and errors are announced in words.
  package func beep() {}

  package func close() {
    guard !isClosed else { return }
    leave()
    isClosed = true
    input?.close()
    signals?.close()
    CrashGuard.deactivate()
    send.finish()
    ending.continuation.finish()
  }

  private func enter() {
    LineSettings.take(endsLines: true)
    CrashGuard.setActive(true)
  }

  private func leave() {
    let text = lines.closed()
    if !text.isEmpty { FileDescriptor.write(Array(text.utf8), to: STDOUT_FILENO) }
    LineSettings.giveBack()
    CrashGuard.setActive(false)
  }

  /// Announces the current position again, because the shell wrote between the lines.
  private func resume() {
    enter()
    lines.columns = Self.columns()
    send.yield(.resized(size))
  }

  private func listen() -> AsyncStream<Event> {
    guard !isClosed else { return stream }
    input = InputReader(descriptor: STDIN_FILENO) { [send] event in send.yield(event) }
    signals = SignalWatch(ending: ending.continuation) { [weak self] signal in self?.handle(signal) }
    return stream
  }

  private func handle(_ signal: Int32) {
    switch signal {
    case SIGWINCH: lines.columns = Self.columns()
    case SIGTSTP: stop()
    case SIGCONT: resume()
    default: send.yield(.terminationRequested)
    }
  }

  private static func columns() -> Int {
    var window = winsize()
    guard apus_window_size(STDOUT_FILENO, &window) == 0, window.ws_col > 0 else { return 80 }
    return Int(window.ws_col)
  }
}

/// Formats lines for a terminal of some width: wrapped between words, with printable characters only.
struct LineWriter {
  var columns: Int
  let isUnicode: Bool
  /// The columns of the typed text on the current line.
  private var open = 0

  init(columns: Int, isUnicode: Bool) {
    self.columns = columns
    self.isUnicode = isUnicode
  }

  mutating func text(of piece: LinePiece) -> String {
    switch piece {
    case .line(let line): return closed() + wrapped(shown(line)).joined(separator: "\n") + "\n"
    case .typed(let text):
      let text = shown(text)
      let width = TextWidth.of(text)
      // A terminal that breaks the line itself would do so between two keys, without an announcement.
      let start = open + width > room ? closed() : ""
      open += width
      return start + text
    }
  }

  /// Ends the line of the typed text.
  mutating func closed() -> String {
    defer { open = 0 }
    return open > 0 ? "\n" : ""
  }

  /// The last column stays free: many terminals go to the next line once it is written.
  private var room: Int { max(10, columns - 1) }

  private func wrapped(_ line: String) -> [String] {
    guard TextWidth.of(line) > room else { return [line] }
    var lines: [String] = []
    var rest = line[...]
    while TextWidth.of(String(rest)) > room {
      let head = TextWidth.prefix(of: String(rest), columns: room)
      guard !head.isEmpty else { break }
      var end = rest.index(rest.startIndex, offsetBy: head.count)
      // A blank right behind the edge ends a word, too.
      if rest[end] != " ", let blank = rest[..<end].lastIndex(of: " "), blank > rest.startIndex { end = blank }
      lines.append(String(rest[..<end]))
      rest = rest[end...].drop { $0 == " " }
    }
    return rest.isEmpty ? lines : lines + [String(rest)]
  }

  private func shown(_ text: String) -> String {
    let visible = VisibleText.of(text)
    guard !isUnicode else { return visible }
    return visible.unicodeScalars.reduce(into: "") { $0 += VisibleText.replacingInASCII($1) ?? String($1) }
  }
}
