import Dispatch
import Terminal

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Reads the terminal when input is available and delivers the events in order.
@MainActor final class InputReader {
  /// How long to wait for the rest of an escape sequence.
  private static let escapeDelay = DispatchTimeInterval.milliseconds(25)
  /// How long a paste or an answer may pause before its end mark counts as lost.
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
