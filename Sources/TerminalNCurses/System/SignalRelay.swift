import Basics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

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
    // A handler that still runs on another thread must not write to a number that is somebody else's by then.
    let (told, asked) = (SignalState.shared.pointee.pipe, SignalState.shared.pointee.ending)
    SignalState.shared.pointee.pipe = -1
    SignalState.shared.pointee.ending = -1
    for end in [told, input, asked, ending] { Descriptor.close(end) }
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
