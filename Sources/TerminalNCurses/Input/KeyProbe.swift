import Basics
package import Terminal

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Reads what the terminal sends for each key, as the screen reads it, without drawing anything.
@MainActor package final class KeyProbe {
  /// What the terminal sent for one event, or in vain.
  package struct Heard: Sendable {
    package let bytes: [UInt8]
    /// Empty for a sequence without a meaning here.
    package let events: [Event]
  }

  private let relay: SignalRelay?
  private let restoring: [UInt8]
  private var isOpen = true

  /// Takes the terminal on standard input; output still scrolls.
  /// - Parameter variable: returns an environment variable.
  package init(variable: (String) -> String?) throws(TerminalError) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    CrashGuard.rememberSettings()
    try TerminalDatabase.open(term: variable("TERM") ?? "")
    // The same key sequences as on the screen, and pastes in one piece.
    let on = TerminalDatabase.string("smkx") + Array("\u{1B}[?2004h".utf8)
    restoring = Array("\u{1B}[?2004l".utf8) + TerminalDatabase.string("rmkx") + [0x0D]
    CrashGuard.activate(restoring: restoring)
    relay = SignalRelay()
    LineSettings.take()
    FileDescriptor.write(on, to: STDOUT_FILENO)
  }

  /// Tells each key until `hear` returns `false`, the terminal goes away, or the system asks the program to end.
  package func run(_ hear: (Heard) -> Bool) {
    var decoder = InputDecoder(table: .ofThisTerminal())
    var pieces: [UInt8] = []
    while wait(isPending: decoder.isPending, isLong: decoder.isPasting, &decoder, &pieces, hear) {
      guard let bytes = FileDescriptor.readAvailable(STDIN_FILENO) else { return }
      for byte in bytes {
        pieces.append(byte)
        let events = decoder.feed([byte])
        if decoder.isPending { continue }
        guard tell(&pieces, events, hear) else { return }
      }
    }
  }

  /// Restores the terminal. Safe to call more than once.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    FileDescriptor.write(restoring, to: STDOUT_FILENO)
    LineSettings.giveBack()
    CrashGuard.deactivate()
    relay?.close()
  }

  /// Waits for input; an escape that nothing follows is told as the Esc key.
  private func wait(
    isPending: Bool, isLong: Bool, _ decoder: inout InputDecoder, _ pieces: inout [UInt8], _ hear: (Heard) -> Bool
  ) -> Bool {
    var limit: Int32 = isPending ? (isLong ? 2_000 : 25) : -1
    while true {
      var ready = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: relay?.input ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&ready, nfds_t(ready.count), limit)
      if count < 0, errno != EINTR { return false }
      if ready[1].revents != 0, let relay {
        let signals = relay.take()
        if signals.contains(where: { [SIGTERM, SIGHUP, SIGINT].contains($0) }) { return false }
      }
      if ready[0].revents != 0 { return true }
      if count == 0 {
        guard tell(&pieces, decoder.flush(), hear) else { return false }
        limit = -1
      }
    }
  }

  private func tell(_ pieces: inout [UInt8], _ events: [Event], _ hear: (Heard) -> Bool) -> Bool {
    defer { pieces = [] }
    return hear(Heard(bytes: pieces, events: events))
  }
}
