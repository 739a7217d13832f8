#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What a signal handler may touch: plain memory that exists before the handler does and is never freed.
struct SignalState {
  /// Where signals that we live through are written to; -1 for nowhere.
  var pipe: Int32 = -1
  /// Where one that asks for the end is written to as well, and nobody reads it; -1 for nowhere.
  var ending: Int32 = -1
  /// Whether the terminal is ours and must be given back.
  var isActive = false
  /// The terminal's settings from before.
  var settings = termios()
  /// The bytes that give the terminal back.
  var restoring: UnsafeMutablePointer<UInt8>?
  var restoringCount = 0
  /// What was to happen on a crash before we came; indexed by signal number.
  var before: UnsafeMutablePointer<sigaction>

  static let signalCount = 65

  // A C signal handler has no other way to data than a global; it is set up on the main thread before any handler is
  // installed, and what handlers read of it changes only there.
  nonisolated(unsafe) static let shared: UnsafeMutablePointer<SignalState> = {
    let before = UnsafeMutablePointer<sigaction>.allocate(capacity: signalCount)
    before.initialize(repeating: sigaction(), count: signalCount)
    let state = UnsafeMutablePointer<SignalState>.allocate(capacity: 1)
    state.initialize(to: SignalState(before: before))
    return state
  }()

  /// Gives the terminal back: only calls that a signal handler may make.
  static func restoreTerminal() {
    guard shared.pointee.isActive else { return }
    shared.pointee.isActive = false
    if let bytes = shared.pointee.restoring { _ = write(STDOUT_FILENO, bytes, shared.pointee.restoringCount) }
    tcsetattr(STDIN_FILENO, TCSANOW, &shared.pointee.settings)
  }
}

/// Gives the terminal back when the program crashes or exits without closing its device.
@MainActor enum CrashGuard {
  private static let signals = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGQUIT]

  /// Remembers the settings that are to come back. Before ncurses changes them.
  static func rememberSettings() {
    tcgetattr(STDIN_FILENO, &SignalState.shared.pointee.settings)
  }

  /// From now on a crash, or an exit, restores the terminal.
  static func activate(restoring bytes: [UInt8]) {
    let isFirst = SignalState.shared.pointee.restoring == nil
    // The old bytes are left alone: a handler on another thread may be reading them.
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
    copy.initialize(from: bytes, count: bytes.count)
    SignalState.shared.pointee.restoring = copy
    SignalState.shared.pointee.restoringCount = bytes.count
    SignalState.shared.pointee.isActive = true
    if isFirst { atexit { SignalState.restoreTerminal() } }
    useOwnStack()
    for signal in signals { install(signal) }
  }

  static func setActive(_ isActive: Bool) { SignalState.shared.pointee.isActive = isActive }

  /// The terminal was given back in the usual way.
  static func deactivate() {
    SignalState.shared.pointee.isActive = false
    for signal in signals { sigaction(signal, &SignalState.shared.pointee.before[Int(signal)], nil) }
  }

  private static func install(_ signal: Int32) {
    var action = sigaction()
    action.setHandler { number in
      SignalState.restoreTerminal()
      // What was to happen before happens now: a core, a backtrace, or just the end by this signal.
      sigaction(number, &SignalState.shared.pointee.before[Int(number)], nil)
      raise(number)
    }
    action.sa_flags = Int32(bitPattern: UInt32(truncatingIfNeeded: SA_ONSTACK))
    sigaction(signal, &action, &SignalState.shared.pointee.before[Int(signal)])
  }

  /// A stack that has run over cannot run a handler.
  private static func useOwnStack() {
    let size = 1 << 16
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    stack.ss_size = numericCast(size)
    sigaltstack(&stack, nil)
  }
}
