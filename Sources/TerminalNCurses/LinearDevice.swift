import Basics
import CNCurses
import Dispatch
package import Terminal

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A terminal that only gets lines: no byte but text and line feeds is sent, so that any terminal shows them and a screen
/// reader speaks each of them once. Keys are read one by one, as on a screen.
@MainActor package final class LinearDevice: LineDevice {
  /// The room that pages and lists are laid out in; lines are wrapped to the terminal's own width.
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

  /// Takes the keys of the terminal on standard input; the lines go to the one on standard output.
  /// - Parameter variable: returns an environment variable.
  package init(variable: (String) -> String?) throws(TerminalError) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    var capabilities = Capabilities(colors: 0, mouse: false)
    (capabilities.isLinear, capabilities.motion) = (true, false)
    self.capabilities = capabilities
    lines = LineWriter(columns: Self.columns(), isUnicode: LocaleName.isUTF8(variable))
    CrashGuard.rememberSettings()
    // Says which sequences its keys send. One that the database does not know sends the usual ones.
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

  /// A bell is a sound of its own: what went wrong is said in words.
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

  /// The shell wrote between the lines: where the user is, is said again.
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
