import CNCurses
import Dispatch
import Terminal

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The real terminal: ncurses draws, a decoder of our own reads the keys, the main queue waits for both input and signals.
///
/// Idle it is woken by nothing. However the program ends (closed, exit, SIGTERM, a crash), the terminal is restored.
@MainActor public final class NCursesDevice: Device {
  public private(set) var size: Size
  public let capabilities: Capabilities
  /// Listening begins when they are asked for, so that the first frame waits for no source and no thread.
  public var events: AsyncStream<Event> {
    listen()
    return stream
  }

  private let stream: AsyncStream<Event>
  private let send: AsyncStream<Event>.Continuation
  private let modes: TerminalModes
  private let isInsideTmux: Bool
  private var writer: ScreenWriter
  private var input: InputReader?
  private var signals: SignalRelay?
  private var signalSource: (any DispatchSourceRead)?
  private let screen: OpaquePointer
  private var isClosed = false

  /// Takes the terminal of standard input and output.
  /// - Parameter variable: gives a variable of the environment. It is asked for three; all as a dictionary would cost
  ///   more than the first frame can spare.
  public init(variable: (String) -> String?) throws(TerminalError) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    setlocale(LC_CTYPE, "")
    let isUnicode = String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8"
    // In other locales ncurses sends runs of a character as CSI n b, which the terminfo of xterm-256color has and many
    // terminals of that name have not. The writer sends ASCII alone there, which is the same in UTF-8.
    if !isUnicode, setlocale(LC_CTYPE, "C.UTF-8") == nil { setlocale(LC_CTYPE, "en_US.UTF-8") }
    CrashGuard.rememberSettings()
    screen = try NCursesDevice.start(term: variable("TERM") ?? "")
    let hasMouse = !TerminalModes.terminfo("kmous").isEmpty
    modes = TerminalModes(mouse: hasMouse)
    CrashGuard.activate(restoring: modes.restoring)
    // Before there are colours: with them ncurses would reset the terminal's palette.
    doupdate()
    let pairs = ColorPairs(isRefused: variable("NO_COLOR").map { !$0.isEmpty } ?? false)
    capabilities = Capabilities(colors: pairs.colors, unicode: isUnicode, mouse: hasMouse)
    isInsideTmux = variable("TMUX").map { !$0.isEmpty } ?? false
    writer = ScreenWriter(pairs: pairs, isUnicode: isUnicode)
    size = NCursesDevice.currentSize()
    (stream, send) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    enter()
  }

  public func show(_ screen: Screen) {
    guard !isClosed, writer.differs(from: screen) else { return }
    // Nothing waits in ncurses' own buffer: every frame ends with it sent.
    FileDescriptor.write(Array(TerminalModes.frameStart.utf8), to: STDOUT_FILENO)
    writer.put(screen)
    wnoutrefresh(apus_standard_window())
    doupdate()
    FileDescriptor.write(Array(TerminalModes.frameEnd.utf8), to: STDOUT_FILENO)
  }

  public func suspended(_ body: () -> Void) {
    guard !isClosed else { return body() }
    leave()
    body()
    reenter()
    // ^C and ^Z that were meant for the other program came to us as well.
    for signal in signals?.take() ?? [] where signal != SIGINT && signal != SIGTSTP { handle(signal) }
  }

  public func stop() {
    // The shell sees the whole process stopped, and wakes it with SIGCONT. Sent to this thread, which so does not run on
    // a little and take the terminal back before it stops.
    guard !isClosed else { return }
    leave()
    _ = raise(SIGSTOP)
    reenter()
    for signal in signals?.take() ?? [] where signal != SIGCONT { handle(signal) }
  }

  public func copyToClipboard(_ text: String) {
    guard !isClosed else { return }
    FileDescriptor.write(Clipboard.sequence(for: text, isInsideTmux: isInsideTmux), to: STDOUT_FILENO)
  }

  public func beep() {
    guard !isClosed else { return }
    FileDescriptor.write([0x07], to: STDOUT_FILENO)
  }

  public func close() {
    guard !isClosed else { return }
    isClosed = true
    input?.close()
    signalSource?.cancel()
    signals?.close()
    leave()
    CrashGuard.deactivate()
    delscreen(screen)
    send.finish()
  }

  // MARK: Coming and going

  private static func start(term: String) throws(TerminalError) -> OpaquePointer {
    guard !term.isEmpty, term != "dumb" else { throw .tooSimple(term: term) }
    guard let screen = apus_newterm() else { throw reason(against: term) }
    leaveUnseen()
    guard !TerminalModes.terminfo("cup").isEmpty else {
      endwin()
      delscreen(screen)
      throw .tooSimple(term: term)
    }
    raw()
    noecho()
    nonl()
    let window = apus_standard_window()
    // The lower right corner is a cell like any other.
    scrollok(window, false)
    // Keys that wait must not make ncurses leave a frame half drawn.
    typeahead(-1)
    leaveok(window, false)
    return screen
  }

  /// ncurses 6 sends a frame in one piece only once it has come back from elsewhere: before that it writes at every move
  /// of the cursor, a hundred and fifty times for a first frame. So it leaves before it has come, without the terminal
  /// hearing of it; with the first update it comes back, as it does after an editor.
  private static func leaveUnseen() {
    // ncurses' buffer is as large as the screen; a smaller one has been sent in part by now.
    let size = currentSize()
    guard size.rows * size.columns >= 512 else { return }
    let terminal = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    // Where a descriptor cannot be had, it is only slower.
    if terminal >= 0, nowhere >= 0, dup2(nowhere, STDOUT_FILENO) >= 0 {
      endwin()
      dup2(terminal, STDOUT_FILENO)
    }
    for descriptor in [terminal, nowhere] where descriptor >= 0 { FileDescriptor.close(descriptor) }
  }

  /// Why ncurses does not know what to do with the terminal.
  private static func reason(against term: String) -> TerminalError {
    var result: Int32 = 0
    return setupterm(nil, STDOUT_FILENO, &result) == OK || result == 1
      ? .tooSimple(term: term) : .unknownType(term: term)
  }

  /// After ncurses has sent all it had, so that nothing is mixed.
  private func enter() {
    doupdate()
    FileDescriptor.write(modes.on, to: STDOUT_FILENO)
    CrashGuard.setActive(true)
  }

  private func leave() {
    FileDescriptor.write(modes.off, to: STDOUT_FILENO)
    curs_set(1)
    endwin()
    CrashGuard.setActive(false)
  }

  private func reenter() {
    reset_prog_mode()
    // What the terminal shows now is unknown: the last screen is sent again, whole.
    clearok(apus_current_window(), true)
    enter()
    updateSize(always: true)
  }

  // MARK: Listening

  private func listen() {
    guard input == nil, !isClosed else { return }
    input = InputReader(descriptor: STDIN_FILENO) { [send] event in send.yield(event) }
    guard let relay = SignalRelay() else { return }
    signals = relay
    let source = DispatchSource.makeReadSource(fileDescriptor: relay.input, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        for signal in self.signals?.take() ?? [] { self.handle(signal) }
      }
    }
    source.activate()
    signalSource = source
    // The window may have changed before anybody listened.
    updateSize(always: false)
  }

  private func handle(_ signal: Int32) {
    switch signal {
    case SIGWINCH: updateSize(always: false)
    case SIGTSTP: stop()
    case SIGCONT: reenter()
    default: send.yield(.terminationRequested)
    }
  }

  /// Takes the terminal's size over; `always` tells it even when it is the same, so that a frame is drawn.
  private func updateSize(always: Bool) {
    let now = NCursesDevice.currentSize()
    guard always || now != size else { return }
    if now != size {
      size = now
      resizeterm(Int32(clamping: max(1, now.rows)), Int32(clamping: max(1, now.columns)))
      writer.forget()
    }
    send.yield(.resized(now))
  }

  private static func currentSize() -> Size {
    var window = winsize()
    guard apus_window_size(STDOUT_FILENO, &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return Size(columns: 80, rows: 24)
    }
    return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }
}
