import Basics
import Libc
import Locks

/// The commands to a loop that sleeps in poll(2): any thread posts them, and the one that drives the loop takes them.
///
/// That is the loop's own thread, its owner. An idle loop has no driver: the next command wakes the owner, or a caller
/// drives the loop for a moment (`takeWheel`).
///
/// ```
///            takeWheel               giveBack, idle
///   nobody ────────────► caller ───────────────────────► nobody
///     │                    │ giveBack, work is left
///     │ post               ▼
///     └─────────────────► owner ── waitForWheel, without a command ──► nobody
/// ```
/// Each arrow is one step under the lock, and one that leads to the owner wakes it.
final class Mailbox<Command: Sendable>: Sendable {
  private enum Driver { case nobody, owner, caller }

  private struct State {
    var commands: [Command] = []
    var driver = Driver.owner
    /// True if the driver sleeps or is about to.
    var isResting = false
    /// True if the owner wakes by itself, although nobody drives.
    var hasTimer = false
    /// True if new work is rejected.
    var isClosed = false
  }

  private let state = Mutex(State())
  /// Readable when a command waits for a sleeping driver.
  let bell: WakePipe
  /// Readable when the owner must drive.
  private let ownersBell: WakePipe

  /// `nil` if the process has no descriptors left.
  init?() {
    guard let bell = WakePipe(), let ownersBell = WakePipe() else { return nil }
    (self.bell, self.ownersBell) = (bell, ownersBell)
  }

  /// - Parameter isNew: true for new work, which a closed mailbox rejects.
  /// - Returns: `false` if the command was rejected.
  @discardableResult
  func post(_ command: Command, isNew: Bool = false) -> Bool {
    let (isTaken, bell) = state.withLock { state -> (Bool, WakePipe?) in
      if isNew, state.isClosed { return (false, nil) }
      state.commands.append(command)
      if state.driver == .nobody {
        state.driver = .owner
        return (true, ownersBell)
      }
      // A driver that is awake will see the command without being woken.
      defer { state.isResting = false }
      return (true, state.isResting ? self.bell : nil)
    }
    // Outside the lock, which the thread takes as soon as it wakes.
    bell?.ring()
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

  /// True if the driver may sleep: there is no command, and any further command wakes it.
  func rest() -> Bool {
    state.withLock { state in
      state.isResting = state.commands.isEmpty
      return state.isResting
    }
  }

  /// Makes a caller the driver of an idle loop. False if the loop has a driver, or is closed.
  func takeWheel() -> Bool {
    state.withLock { state in
      guard state.driver == .nobody, !state.isClosed else { return false }
      state.driver = .caller
      return true
    }
  }

  /// Ends the turn of a caller.
  /// - Parameters:
  ///   - isIdle: false to let the owner go on.
  ///   - needsTimer: true if an idle loop has something to do later, for which the owner must set its timer.
  func giveBack(isIdle: Bool, needsTimer: Bool) {
    let wakesOwner = state.withLock { state in
      state.isResting = false
      let isLeft = isIdle && state.commands.isEmpty && (!needsTimer || state.hasTimer)
      state.driver = isLeft ? .nobody : .owner
      return !isLeft
    }
    if wakesOwner { ownersBell.ring() }
  }

  /// Leaves an idle loop to the next driver, and returns once the owner must drive it again.
  /// - Parameter longest: the milliseconds after which it drives in any case; `.max` for no limit.
  func waitForWheel(atMost longest: Int32) {
    state.withLock { state in
      if state.commands.isEmpty { state.driver = .nobody }
      state.hasTimer = longest != .max
    }
    while state.withLock({ $0.driver != .owner }) {
      if ownersBell.wait(atMost: longest) { continue }
      state.withLock { if $0.driver == .nobody { $0.driver = .owner } }
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

  /// Waits for a ring, at most so many milliseconds. Returns true if it rang.
  func wait(atMost longest: Int32) -> Bool {
    var entry = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, longest) > 0 else { return false }
    quiet()
    return true
  }

  /// Empties the pipe, so that the next ring is noticed.
  func quiet() {
    var bytes: (UInt64, UInt64) = (0, 0)
    _ = read(readEnd, &bytes, MemoryLayout.size(ofValue: bytes))
  }
}
