import Basics
import Libc
import Locks

/// The commands to a thread that sleeps in poll(2): any thread posts them, and that thread takes them.
final class Mailbox<Command: Sendable>: Sendable {
  private struct State {
    var commands: [Command] = []
    /// True if the thread sleeps or is about to.
    var isResting = false
    /// True if new work is rejected.
    var isClosed = false
  }

  private let state = Mutex(State())
  /// Readable when a command waits for a sleeping thread.
  let bell: WakePipe

  /// `nil` if the process has no descriptors left.
  init?() {
    guard let bell = WakePipe() else { return nil }
    self.bell = bell
  }

  /// - Parameter isNew: true for new work, which a closed mailbox rejects.
  /// - Returns: `false` if the command was rejected.
  @discardableResult
  func post(_ command: Command, isNew: Bool = false) -> Bool {
    let (isTaken, wakes) = state.withLock { state in
      if isNew, state.isClosed { return (false, false) }
      state.commands.append(command)
      // A thread that is awake will see the command without being woken.
      defer { state.isResting = false }
      return (true, state.isResting)
    }
    // Outside the lock, which the thread takes as soon as it wakes.
    if wakes { bell.ring() }
    return isTaken
  }

  func take() -> [Command] {
    state.withLock { state in
      state.isResting = false
      defer { state.commands = [] }
      return state.commands
    }
  }

  var isEmpty: Bool { state.withLock { $0.commands.isEmpty } }

  /// True if the thread may sleep: there is no command, and any further command wakes it.
  func rest() -> Bool {
    state.withLock { state in
      state.isResting = state.commands.isEmpty
      return state.isResting
    }
  }

  /// Rejects new work. Earlier commands must still be taken.
  func close() { state.withLock { $0.isClosed = true } }

  var isOpen: Bool { state.withLock { !$0.isClosed } }

  /// Rejects new work, unless a command waits.
  func closeIfIdle() -> Bool {
    state.withLock { state in
      if state.commands.isEmpty { state.isClosed = true }
      return state.isClosed
    }
  }
}

/// Ends the sleep of a thread with a byte in a pipe. libcurl's own wake-up call must not be made while the handle is
/// being freed, which would need a lock, and costs the sleeper two more system calls.
final class WakePipe: Sendable {
  /// Readable after `ring`.
  let readEnd: Int32
  private let writeEnd: Int32

  /// `nil` if the process has no descriptors left.
  init?() {
    guard let pipe = PrivatePipe() else { return nil }
    (readEnd, writeEnd) = (pipe.reading, pipe.writing)
    for end in [readEnd, writeEnd] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Safe to call from any thread. A full pipe already wakes the reader.
  func ring() {
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }

  /// Empties the pipe, so that the next ring is noticed.
  func quiet() {
    var bytes: (UInt64, UInt64) = (0, 0)
    _ = read(readEnd, &bytes, MemoryLayout.size(ofValue: bytes))
  }
}
