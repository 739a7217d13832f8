#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The data that signal handlers access: plain memory that is created before the handlers are installed and never
/// freed.
struct SignalState {
  /// The pipe for signals that the program survives; -1 for none.
  var pipe: Int32 = -1
  /// A second pipe for signals that ask the program to end, which becomes readable; nobody reads the bytes. -1 for
  /// none.
  var ending: Int32 = -1
  /// Whether the program controls the terminal and must restore it.
  var isActive = false
  /// The terminal's settings from before the program started.
  var settings = termios()
  /// The bytes that restore the terminal.
  var restoring: UnsafeMutablePointer<UInt8>?
  var restoringCount = 0
  /// The previous actions for crash signals, by signal number.
  var before: UnsafeMutablePointer<sigaction>

  static let signalCount = 65

  // A C signal handler can reach data only through a global. It is set up on the main thread before any handler is
  // installed, and only the main thread changes what handlers read.
  nonisolated(unsafe) static let shared: UnsafeMutablePointer<SignalState> = {
    let before = UnsafeMutablePointer<sigaction>.allocate(capacity: signalCount)
    before.initialize(repeating: sigaction(), count: signalCount)
    let state = UnsafeMutablePointer<SignalState>.allocate(capacity: 1)
    state.initialize(to: SignalState(before: before))
    return state
  }()

  /// Restores the terminal with async-signal-safe calls only.
  static func restoreTerminal() {
    guard shared.pointee.isActive else { return }
    shared.pointee.isActive = false
    if let bytes = shared.pointee.restoring { _ = write(STDOUT_FILENO, bytes, shared.pointee.restoringCount) }
    tcsetattr(STDIN_FILENO, TCSANOW, &shared.pointee.settings)
  }
}

/// Restores the terminal when the program crashes or exits without closing its device.
@MainActor enum CrashGuard {
  private static let signals = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGQUIT]

  /// Saves the settings to restore. Call it before ncurses changes them.
  static func rememberSettings() {
    tcgetattr(STDIN_FILENO, &SignalState.shared.pointee.settings)
  }

  /// From now on, a crash or an exit restores the terminal.
  static func activate(restoring bytes: [UInt8]) {
    let isFirst = SignalState.shared.pointee.restoring == nil
    // The old bytes are not freed: a handler on another thread may be reading them.
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

  /// Ends the protection once the terminal has been restored normally.
  static func deactivate() {
    SignalState.shared.pointee.isActive = false
    for signal in signals { sigaction(signal, &SignalState.shared.pointee.before[Int(signal)], nil) }
  }

  private static func install(_ signal: Int32) {
    var action = sigaction()
    action.setHandler { number in
      SignalState.restoreTerminal()
      // Runs the previous action: a core dump, a backtrace, or termination by this signal.
      sigaction(number, &SignalState.shared.pointee.before[Int(number)], nil)
      raise(number)
    }
    action.sa_flags = Int32(bitPattern: UInt32(truncatingIfNeeded: SA_ONSTACK))
    sigaction(signal, &action, &SignalState.shared.pointee.before[Int(signal)])
  }

  /// Gives handlers their own stack, because they cannot run on one that has overflowed.
  private static func useOwnStack() {
    let size = 1 << 16
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    stack.ss_size = numericCast(size)
    sigaltstack(&stack, nil)
  }
}
