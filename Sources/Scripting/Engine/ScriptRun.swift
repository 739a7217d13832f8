import Basics
import Libc
import Synchronization
import Workspaces

/// The input of a run from outside: answers, and its cancellation.
final class ScriptInbox: Sendable {
  private struct Content {
    var answers: [(id: UInt64, answer: ScriptAnswer)] = []
    var isCancelled = false
  }

  private let content = Mutex(Content())
  private let bell: PrivatePipe

  /// Becomes readable when there is news.
  var descriptor: Int32 { bell.reading }

  /// `nil` if the system has no descriptors left.
  init?() {
    guard let bell = PrivatePipe() else { return nil }
    self.bell = bell
  }

  deinit {
    close(bell.reading)
    close(bell.writing)
  }

  func put(_ answer: ScriptAnswer, to id: UInt64) {
    content.withLock { $0.answers.append((id, answer)) }
    ring()
  }

  func cancel() {
    content.withLock { $0.isCancelled = true }
    ring()
  }

  private func ring() { _ = Descriptor.write([1], to: bell.writing) }

  /// The answers since the last call; `nil` once the run is cancelled.
  func take() -> [(id: UInt64, answer: ScriptAnswer)]? {
    _ = Descriptor.read(bell.reading, limit: 1 << 10)
    return content.withLock { content in
      if content.isCancelled { return nil }
      defer { content.answers = [] }
      return content.answers
    }
  }
}

/// One job in a child. Its thread waits for frames, answers and the clock, whichever comes first.
struct ScriptRun {
  private let process: ScriptProcess
  private let inbox: ScriptInbox
  private let limits: ScriptLimits
  private let onEvent: @Sendable (ScriptEvent) -> Void
  private let ask: @Sendable (ScriptAsk) -> Void
  private var conversation: ScriptConversation
  private var reader = ScriptFrameReader()
  private var outgoing: [UInt8]
  private var written = 0

  init(
    _ frame: ScriptFrame, _ scripts: [PlacedScript], in process: ScriptProcess, _ limits: ScriptLimits,
    _ inbox: ScriptInbox, onEvent: @escaping @Sendable (ScriptEvent) -> Void,
    ask: @escaping @Sendable (ScriptAsk) -> Void
  ) {
    (self.process, self.inbox, self.limits, self.onEvent, self.ask) = (process, inbox, limits, onEvent, ask)
    outgoing = frame.bytes
    conversation = ScriptConversation(scripts, limits, at: .now)
    if process.isReady { conversation.resume(at: .now) }
  }

  /// True after the first frame of the child.
  var hasBegun: Bool { conversation.hasReceived }

  /// True if the child takes no other job.
  var endsChild: Bool { conversation.endsChild }

  /// The running time of the scripts.
  var ran: Duration { conversation.clock.ran }

  /// Blocks until the job is done. If this throws, the child has ended or must be ended.
  mutating func perform() throws(ScriptFailure) -> ScriptConversation.Result {
    while true {
      try flush()
      let (hasBytes, hasNews) = wait()
      if hasNews {
        guard let answers = inbox.take() else { throw .cancelled }
        for (id, answer) in answers { conversation.answer(id, answer, at: .now) }
      }
      if hasBytes {
        guard let bytes = process.read() else { throw conversation.failure(of: process.end()) }
        reader.append(bytes)
      }
      while let frame = try nextFrame() { try conversation.receive(frame, at: .now) }
      deliver()
      if let result = conversation.result { return result }
      try conversation.checkTime(at: .now)
      conversation.fireTimers(at: .now)
      send()
    }
  }

  private mutating func nextFrame() throws(ScriptFailure) -> ScriptFrame? {
    do throws(ScriptFrameReader.Malformed) {
      return try reader.next()
    } catch {
      throw .ended("broke the protocol of scripts: a malformed frame", conversation.place)
    }
  }

  private mutating func deliver() {
    for event in conversation.events { onEvent(event) }
    for question in conversation.asks { ask(question) }
    (conversation.events, conversation.asks) = ([], [])
  }

  private mutating func send() {
    for frame in conversation.frames { outgoing += frame.bytes }
    conversation.frames = []
  }

  /// Writes what the socket takes now.
  private mutating func flush() throws(ScriptFailure) {
    guard written < outgoing.count else { return }
    // A child that has ended is noticed by reading, after its last frames.
    written += process.write(outgoing[written...]) ?? outgoing.count - written
    if written == outgoing.count { (outgoing, written) = ([], 0) }
    if outgoing.count - written > limits.memory + limits.body {
      throw .ended("needed more than \(ScriptLimits.text(limits.memory))", conversation.place)
    }
  }

  /// Waits until the socket or the inbox is ready, or something is due.
  private func wait() -> (hasBytes: Bool, hasNews: Bool) {
    let left = conversation.nextInstant - .now
    // Rounded up, so that the time is over afterwards.
    let milliseconds = max(0, left.wholeMicroseconds + 999) / 1000
    let events = Int16(POLLIN) | (outgoing.isEmpty ? 0 : Int16(POLLOUT))
    var entries = [
      pollfd(fd: process.socket, events: events, revents: 0),
      pollfd(fd: inbox.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&entries, 2, Int32(clamping: milliseconds)) > 0 else { return (false, false) }
    return (entries[0].revents & ~Int16(POLLOUT) != 0, entries[1].revents != 0)
  }
}
