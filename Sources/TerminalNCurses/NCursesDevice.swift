import CNCurses
import Dispatch
import Libc
package import Terminal

/// The real terminal: ncurses' database describes its capabilities, `FrameWriter` sends the changes, a decoder reads
/// the keys, and the main queue waits for both input and signals.
///
/// ncurses' own windows are not used: their first frame takes twice as long as the rest of the start, and they need the
/// terminal and the system to agree on the width of every character.
///
/// Nothing wakes it while idle. However the program ends (close, exit, SIGTERM, a crash), the terminal is restored.
@MainActor package final class NCursesDevice: Device {
  package private(set) var size: Size
  package let capabilities: Capabilities
  /// Starts listening on first access, so that the first frame needs no dispatch source and no thread.
  package var events: AsyncStream<Event> {
    listen()
    return channel.stream
  }

  package var terminations: AsyncStream<Void> {
    listen()
    return ending.stream
  }
  package var terminationDescriptor: Int32 { signals?.signals.ending ?? -1 }

  private lazy var channel = Channel<Event>()
  private lazy var ending = Channel<Void>()
  private let modes: TerminalModes
  /// The active modes: all of them, unless the user keeps the mouse.
  private var modesInUse: TerminalModes
  private let isInsideTmux: Bool
  /// True if the terminal may know its background. Consoles do not, and old ones print the question.
  private let mayAnswer: Bool
  private var writer: FrameWriter
  private var input: InputReader?
  private var signals: SignalWatch?
  /// Bytes to send together with the first frame.
  private var waiting: [UInt8] = []
  private var isClosed = false

  /// Takes control of the terminal on standard input and output.
  /// - Parameter variable: returns an environment variable. Only a few are read; copying the whole environment would
  ///   delay the first frame.
  package init(variable: (String) -> String?) throws(TerminalError) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    let isUnicode = LocaleName.isUTF8(variable)
    CrashGuard.rememberSettings()
    let term = variable("TERM") ?? ""
    try TerminalDatabase.open(term: term)
    let hasMouse = !TerminalDatabase.string("kmous").isEmpty
    modes = TerminalModes(mouse: hasMouse)
    modesInUse = modes
    CrashGuard.activate(restoring: modes.restoring)
    mayAnswer = hasMouse && !["linux", "vt", "cons", "sun", "dumb"].contains { term.hasPrefix($0) }
    isInsideTmux = variable("TMUX").map { !$0.isEmpty } ?? false
    let styles = StyleWriter(
      isRefused: variable("NO_COLOR").map { !$0.isEmpty } ?? false,
      isTrueColor: StyleWriter.isTrueColor(variable, isInsideTmux: isInsideTmux))
    capabilities = Capabilities(
      colors: styles.colors, unicode: isUnicode, mouse: hasMouse,
      isLight: variable("COLORFGBG").flatMap { BackgroundColor.isLight(colorFGBG: $0) })
    writer = FrameWriter(styles: styles, isUnicode: isUnicode)
    size = NCursesDevice.currentSize()
    enter()
  }

  package func show(_ screen: Screen) {
    guard !isClosed else { return }
    let bytes = waiting + writer.bytes(for: screen)
    waiting = []
    if !bytes.isEmpty { FileDescriptor.write(bytes, to: STDOUT_FILENO) }
  }

  package func suspended(_ body: () -> Void) {
    guard !isClosed else { return body() }
    leave()
    body()
    reenter()
    // ^C and ^Z for the other program also reached this process.
    for signal in signals?.signals.take() ?? [] where signal != SIGINT && signal != SIGTSTP { handle(signal) }
  }

  package func stop() {
    guard !isClosed else { return }
    leave()
    // The whole process stops for the shell, which continues it with SIGCONT.
    JobControl.stop()
    reenter()
    for signal in signals?.signals.take() ?? [] where signal != SIGCONT { handle(signal) }
  }

  package func copyToClipboard(_ text: String) {
    guard !isClosed else { return }
    FileDescriptor.write(Clipboard.sequence(for: text, isInsideTmux: isInsideTmux), to: STDOUT_FILENO)
  }

  package func takeMouse(_ isTaken: Bool) {
    guard !isClosed, capabilities.mouse else { return }
    let off = modesInUse.off
    modesInUse = TerminalModes(mouse: isTaken)
    if waiting.isEmpty {
      FileDescriptor.write(off + modesInUse.on, to: STDOUT_FILENO)
    } else {
      // Nothing was sent yet.
      waiting = TerminalModes.arrival + modesInUse.on
    }
  }

  package func beep() {
    guard !isClosed else { return }
    FileDescriptor.write([0x07], to: STDOUT_FILENO)
  }

  package func close() {
    guard !isClosed else { return }
    isClosed = true
    input?.close()
    signals?.close()
    leave()
    CrashGuard.deactivate()
    channel.send.finish()
    ending.send.finish()
  }

  // MARK: Entering and leaving

  private func enter() {
    LineSettings.take()
    waiting = TerminalModes.arrival + modesInUse.on
    CrashGuard.setActive(true)
  }

  private func leave() {
    FileDescriptor.write(modes.restoring, to: STDOUT_FILENO)
    waiting = []
    LineSettings.giveBack()
    CrashGuard.setActive(false)
  }

  private func reenter() {
    // The content of the terminal is unknown: redraw the whole screen.
    writer.forget()
    enter()
    flush()
    updateSize(always: true)
  }

  /// Sends pending bytes if no frame has sent them.
  private func flush() {
    guard !waiting.isEmpty else { return }
    FileDescriptor.write(waiting, to: STDOUT_FILENO)
    waiting = []
  }

  // MARK: Listening

  private func listen() {
    guard input == nil, !isClosed else { return }
    // Asked once the first frame is drawn; the answer recolours it.
    if mayAnswer { waiting += TerminalModes.backgroundQuestion }
    flush()
    input = InputReader(descriptor: STDIN_FILENO) { [send = channel.send] event in send.yield(event) }
    signals = SignalWatch(ending: ending.send) { [weak self] signal in self?.handle(signal) }
    // The window may have changed before the signal handler was installed.
    updateSize(always: false)
  }

  private func handle(_ signal: Int32) {
    switch signal {
    case SIGWINCH:
      // If the size changed and changed back, the terminal has lost the part it cut off.
      if NCursesDevice.currentSize() == size { showAgain() } else { updateSize(always: false) }
    case SIGTSTP: stop()
    case SIGCONT: reenter()
    default: channel.send.yield(.terminationRequested)
    }
  }

  private func showAgain() {
    guard let screen = writer.shown else { return }
    writer.forget()
    show(screen)
  }

  /// Updates the size. With `always`, reports even an unchanged size, so that a frame is drawn.
  private func updateSize(always: Bool) {
    let now = NCursesDevice.currentSize()
    guard always || now != size else { return }
    if now != size {
      size = now
      writer.forget()
    }
    channel.send.yield(.resized(now))
  }

  private static func currentSize() -> Size {
    var window = winsize()
    guard apus_window_size(STDOUT_FILENO, &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return Size(columns: 80, rows: 24)
    }
    return Size(columns: Int(window.ws_col), rows: Int(window.ws_row)).clamped
  }
}

/// Delivers values to the consumer. A class keeps the device's layout known at compile time; the layout of a stream is
/// computed at run time.
private final class Channel<Element: Sendable> {
  let stream: AsyncStream<Element>
  let send: AsyncStream<Element>.Continuation

  init() { (stream, send) = AsyncStream.makeStream() }
}
