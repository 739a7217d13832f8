import Basics
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Ends a child process when the system asks this program to exit: first with SIGTERM, so that an editor can save its
/// text, then with SIGKILL if the child does not react.
final class ChildGuardian: Sendable {
  /// In milliseconds.
  private static let patience: Int32 = 3000

  private let child: pid_t
  private let ending: Int32
  private let isOver = Mutex(false)
  private let over: PrivatePipe

  /// - Parameter ending: becomes readable when the system asks the program to exit.
  /// - Returns: `nil` if the system cannot create a pipe or a thread.
  init?(_ child: pid_t, ending: Int32) {
    guard let over = PrivatePipe() else { return nil }
    self.child = child
    self.ending = ending
    self.over = over
    guard ThreadStart({ [self] in watch() }).launch() else { return nil }
  }

  deinit {
    close(over.reading)
    close(over.writing)
  }

  /// Returns when the child has stopped or exited, before it is reaped.
  func waitForChange() {
    var information = siginfo_t()
    while waitid(P_PID, id_t(child), &information, WEXITED | WSTOPPED | WNOWAIT) < 0, errno == EINTR {}
    guard Self.hasEnded(information) else { return }
    isOver.withLock { $0 = true }
    var byte: UInt8 = 1
    _ = write(over.writing, &byte, 1)
  }

  private static func hasEnded(_ information: siginfo_t) -> Bool {
    [CLD_EXITED, CLD_KILLED, CLD_DUMPED].map { Int32($0) }.contains(information.si_code)
  }

  private func watch() {
    guard isAsked(for: -1) else { return }
    // A stopped process receives SIGTERM only once it continues.
    send(SIGTERM)
    send(SIGCONT)
    var entry = pollfd(fd: over.reading, events: Int16(POLLIN), revents: 0)
    if poll(&entry, 1, Self.patience) == 0 { send(SIGKILL) }
  }

  /// `false` if the child exits by itself.
  private func isAsked(for milliseconds: Int32) -> Bool {
    while true {
      var entries = [ending, over.reading].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&entries, 2, milliseconds) >= 0 else { continue }
      if entries[1].revents != 0 { return false }
      if entries[0].revents != 0 { return true }
    }
  }

  private func send(_ signal: Int32) {
    isOver.withLock { isOver in
      if !isOver { kill(child, signal) }
    }
  }
}
