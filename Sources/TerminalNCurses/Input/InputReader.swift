import Basics
import Dispatch
import Libc
package import Terminal

/// Reads the terminal when input is available and delivers the events in order.
@MainActor final class InputReader {
  /// The time to wait for the rest of an escape sequence.
  private static let escapeDelay = DispatchTimeInterval.milliseconds(25)
  /// The longest pause of a paste or an answer; after it, the end mark counts as lost.
  private static let pasteDelay = DispatchTimeInterval.seconds(2)

  private let descriptor: Int32
  private let deliver: (Event) -> Void
  private let source: any DispatchSourceRead
  /// Created on the first key, because it looks up two dozen keys in the terminal database.
  private lazy var decoder = InputDecoder(table: .ofThisTerminal())
  private var clicks = ClickCounter()
  /// Counts reads, so that a timer can tell whether it is outdated.
  private var readings = 0

  init(descriptor: Int32, deliver: @escaping (Event) -> Void) {
    self.descriptor = descriptor
    self.deliver = deliver
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.read() }
    }
    source.activate()
  }

  func close() { source.cancel() }

  private func read() {
    guard let bytes = FileDescriptor.readAvailable(descriptor) else {
      // The terminal has been closed.
      source.cancel()
      deliver(.terminationRequested)
      return
    }
    guard !bytes.isEmpty else { return }
    readings += 1
    if !decoder.isPending, let paste = PlainPaste(bytes) { return pass(paste.events) }
    pass(decoder.feed(bytes))
    if decoder.isPending { flushLater(reading: readings) }
  }

  private func flushLater(reading: Int) {
    let isLong = decoder.isPasting || decoder.isAnswered
    let delay = isLong ? InputReader.pasteDelay : InputReader.escapeDelay
    DispatchQueue.main.asyncAfter(deadline: .now() + delay) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.readings == reading, self.decoder.isPending else { return }
        self.pass(self.decoder.flush())
      }
    }
  }

  private func pass(_ events: [Event]) {
    guard !events.isEmpty else { return }
    let now = DispatchTime.now().uptimeNanoseconds
    for event in events { deliver(clicks.counted(event, at: now)) }
  }
}

extension KeySequences {
  /// The sequences, with the keys from the terminal database added.
  static func ofThisTerminal() -> KeySequences {
    var table = KeySequences()
    let names: [(String, Key)] = [
      ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kend", .end),
      ("kpp", .pageUp), ("knp", .pageDown), ("kich1", Key(.insert)), ("kdch1", .delete), ("kcbt", .backTab),
    ]
    for (name, key) in names { table.add(TerminalDatabase.string(name), key) }
    for number in 1...12 { table.add(TerminalDatabase.string("kf\(number)"), .function(number)) }
    return table
  }
}

/// Reads the sequences that the terminal sends for keys, in the same way as the screen, without drawing anything.
@MainActor package final class KeyProbe {
  /// The bytes of one event, or of a sequence without a meaning.
  package struct KeySequence: Sendable {
    package let bytes: [UInt8]
    /// Empty for a sequence without a meaning.
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

  /// Passes each key to `onKey` until it returns `false`, the terminal goes away, or the system asks the program to end.
  package func run(_ onKey: (KeySequence) -> Bool) {
    var decoder = InputDecoder(table: .ofThisTerminal())
    var pieces: [UInt8] = []
    while wait(&decoder, &pieces, onKey) {
      guard let bytes = FileDescriptor.readAvailable(STDIN_FILENO) else { return }
      for byte in bytes {
        pieces.append(byte)
        let events = decoder.feed([byte])
        if decoder.isPending { continue }
        guard report(&pieces, events, onKey) else { return }
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

  /// Waits for input; an escape without a successor is reported as the Esc key.
  private func wait(_ decoder: inout InputDecoder, _ pieces: inout [UInt8], _ onKey: (KeySequence) -> Bool) -> Bool {
    var limit: Int32 = decoder.isPending ? (decoder.isPasting ? 2_000 : 25) : -1
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
        guard report(&pieces, decoder.flush(), onKey) else { return false }
        limit = -1
      }
    }
  }

  private func report(_ pieces: inout [UInt8], _ events: [Event], _ onKey: (KeySequence) -> Bool) -> Bool {
    defer { pieces = [] }
    return onKey(KeySequence(bytes: pieces, events: events))
  }
}
