import Basics
import Dispatch
import Libc

/// The data that signal handlers access: plain memory that is created before the handlers are installed and never
/// freed.
struct SignalState {
  /// The pipe for signals that the program survives; -1 for none.
  var pipe: Int32 = -1
  /// A second pipe for signals that ask the program to end. It becomes readable, and its bytes are never read. -1 for
  /// none.
  var ending: Int32 = -1
  /// True if the program controls the terminal and must restore it.
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

/// Relays non-fatal signals: each handler writes the signal number to a pipe, which the event loop reads.
@MainActor final class SignalRelay {
  static let signals = [SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT]

  /// The read end; one byte per signal.
  let input: Int32
  /// Becomes readable once the system has asked the program to end.
  let ending: Int32
  private var old: [(Int32, sigaction)] = []

  /// `nil` if no pipe can be created.
  init?() {
    guard let ends = SignalRelay.privatePipe() else { return nil }
    guard let endings = SignalRelay.privatePipe() else {
      for end in ends { Descriptor.close(end) }
      return nil
    }
    (input, ending) = (ends[0], endings[0])
    SignalState.shared.pointee.pipe = ends[1]
    SignalState.shared.pointee.ending = endings[1]
    for signal in SignalRelay.signals { install(signal) }
  }

  private static func privatePipe() -> [Int32]? {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      // A full pipe must not block a signal handler.
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return ends
  }

  /// The signals since the last call.
  func take() -> [Int32] {
    (FileDescriptor.readAvailable(input) ?? []).map(Int32.init)
  }

  func close() {
    for (signal, action) in old {
      var action = action
      sigaction(signal, &action, nil)
    }
    old = []
    // A handler that still runs on another thread must not write to a descriptor that may be reused by then.
    let (pipe, asked) = (SignalState.shared.pointee.pipe, SignalState.shared.pointee.ending)
    SignalState.shared.pointee.pipe = -1
    SignalState.shared.pointee.ending = -1
    for end in [pipe, input, asked, ending] { Descriptor.close(end) }
  }

  private func install(_ signal: Int32) {
    var action = sigaction()
    action.setHandler { number in
      let saved = errno
      var byte = UInt8(truncatingIfNeeded: number)
      write(SignalState.shared.pointee.pipe, &byte, 1)
      if number == SIGTERM || number == SIGHUP { write(SignalState.shared.pointee.ending, &byte, 1) }
      errno = saved
    }
    action.sa_flags = SA_RESTART
    var before = sigaction()
    if sigaction(signal, &action, &before) == 0 { old.append((signal, before)) }
  }
}

extension sigaction {
  /// Sets the handler, which is in a C union with a different name on each system.
  mutating func setHandler(_ handler: @escaping @convention(c) (Int32) -> Void) {
    #if canImport(Darwin)
    __sigaction_u.__sa_handler = handler
    #elseif canImport(Musl)
    __sa_handler.sa_handler = handler
    #else
    __sigaction_handler.sa_handler = handler
    #endif
  }
}

/// Hands the signals that the program survives to the main actor, and the request to end the program to a stream that
/// does not wait behind keys.
@MainActor final class SignalWatch {
  let signals: SignalRelay
  // Each has its own descriptor: Dispatch uses it until some time after `cancel`, and only then closes it.
  private let source: any DispatchSourceRead
  private let endingSource: any DispatchSourceRead

  /// `nil` if no pipe can be created.
  init?(ending: AsyncStream<Void>.Continuation, handle: @escaping @MainActor (Int32) -> Void) {
    guard let relay = SignalRelay() else { return nil }
    let (pipe, asked) = (Self.copy(of: relay.input), Self.copy(of: relay.ending))
    guard pipe >= 0, asked >= 0 else {
      for copy in [pipe, asked] where copy >= 0 { Descriptor.close(copy) }
      relay.close()
      return nil
    }
    signals = relay
    source = DispatchSource.makeReadSource(fileDescriptor: pipe, queue: .main)
    source.setCancelHandler { @Sendable in Descriptor.close(pipe) }
    source.setEventHandler {
      MainActor.assumeIsolated {
        for signal in relay.take() { handle(signal) }
      }
    }
    source.activate()
    endingSource = Self.watch(asked, ending)
  }

  private static func copy(of descriptor: Int32) -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }

  func close() {
    source.cancel()
    endingSource.cancel()
    signals.close()
  }

  /// Runs off the main queue, which may have a million keys to process, and on its own queue: a global one makes
  /// libdispatch check its threads once a second from then on.
  private static func watch(
    _ descriptor: Int32, _ ending: AsyncStream<Void>.Continuation
  ) -> any DispatchSourceRead {
    // Any thread may cancel a source (dispatch_source_cancel(3)), but Dispatch does not declare that to the compiler.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: DispatchQueue(label: "apus.ending"))
    source.setCancelHandler { @Sendable in Descriptor.close(descriptor) }
    source.setEventHandler { @Sendable in
      ending.yield()
      ending.finish()
      source.cancel()
    }
    source.activate()
    return source
  }
}
