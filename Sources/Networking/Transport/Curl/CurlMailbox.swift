import Basics
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The command queue of the loop: any thread posts commands, and the loop's driver takes them.
final class CurlMailbox: Sendable {
  enum Command: Sendable {
    case start(CurlJob)
    case cancel(UInt64)
    /// There is room for more content, or more of the request body is available.
    case resume(UInt64)
    case stop

    /// True if it has an effect on a loop without transfers.
    var isForIdle: Bool {
      switch self {
      case .start, .stop: true
      case .cancel, .resume: false
      }
    }
  }

  /// The thread that runs the loop. Only the driver may touch the loop's state.
  enum Driver {
    /// No thread; the loop's own thread sleeps.
    case nobody
    /// The loop's own thread.
    case owner
    /// A caller, briefly, while its own request is in progress.
    case caller
  }

  private struct State {
    var commands: [Command] = []
    var driver = Driver.nobody
    /// True if the driver sleeps or is about to.
    var isResting = false
    var isClosed = false
  }

  private let state = Mutex(State())
  /// Ends the driver's sleep.
  let bell: WakePipe
  let watch = LoopWatch()
  /// Wakes the loop's own thread to drive.
  private let ownersBell: WakePipe
  /// The number of running transfers, for detecting leaks.
  let live = Atomic<Int>(0)
  /// True if libcurl may block for a while.
  let isBlockedInHandshake = Atomic<Bool>(false)
  /// True if the last response was so fast that a caller may wait for the next one itself. Initially true over plain
  /// HTTP, so that one request need not start the loop's thread.
  private let isQuick = Atomic<Bool>(true)
  private let isQuickOverTLS = Atomic<Bool>(false)

  /// `nil` if the process has no descriptors left.
  init?() {
    guard let bell = WakePipe(), let ownersBell = WakePipe() else { return nil }
    self.bell = bell
    self.ownersBell = ownersBell
  }

  /// - Returns: true if the loop has no driver; the caller must then wake the owner.
  @discardableResult
  func post(_ command: Command) -> Bool {
    let (wakesDriver, wakesOwner) = state.withLock { state in
      guard !state.isClosed else { return (false, false) }
      if state.driver == .nobody {
        // Without transfers there is nothing to cancel or resume.
        guard command.isForIdle else { return (false, false) }
        state.commands.append(command)
        state.driver = .owner
        return (false, true)
      }
      state.commands.append(command)
      // A driver that is awake will see the command without being woken.
      defer { state.isResting = false }
      return (state.isResting, false)
    }
    // Outside the lock, which the driver takes as soon as it wakes.
    if wakesDriver { bell.ring() }
    return wakesOwner
  }

  /// Ends the sleep of the loop's own thread in `waitForWheel`.
  func wakeOwner() { ownersBell.ring() }

  func mayAttend(overTLS: Bool) -> Bool {
    overTLS ? isQuickOverTLS.load(ordering: .relaxed) : isQuick.load(ordering: .relaxed)
  }

  func answered(quickly: Bool, overTLS: Bool) {
    if overTLS {
      isQuickOverTLS.store(quickly, ordering: .relaxed)
    } else {
      isQuick.store(quickly, ordering: .relaxed)
    }
  }

  var isEmpty: Bool { state.withLock { $0.commands.isEmpty } }

  func take() -> [Command] {
    state.withLock { state in
      state.isResting = false
      guard !state.commands.isEmpty else { return [] }
      let taken = state.commands
      state.commands = []
      return taken
    }
  }

  /// True if the driver may sleep: there is no work, and any further command wakes it.
  func rest() -> Bool {
    state.withLock { state in
      state.isResting = state.commands.isEmpty
      return state.isResting
    }
  }

  /// Makes the caller the driver. Returns `false` if the loop has a driver or commands, or has been stopped.
  func takeWheel() -> Bool {
    state.withLock { state in
      guard state.driver == .nobody, state.commands.isEmpty, !state.isClosed else { return false }
      state.driver = .caller
      return true
    }
  }

  /// Ends a caller's turn.
  /// - Returns: true if work is left, for which the owner must be woken.
  @discardableResult
  func giveBack(isIdle: Bool) -> Bool {
    state.withLock { state in
      state.isResting = false
      state.driver = isIdle && state.commands.isEmpty ? .nobody : .owner
      return state.driver == .owner
    }
  }

  /// Called on the loop's own thread while it does not drive: sleeps until there is work for it.
  func waitForWheel() {
    while state.withLock({ $0.driver != .owner }) { ownersBell.wait() }
  }

  /// Ends the owner's turn if it has no work left. Returns `false` if a command has arrived.
  @discardableResult
  func leaveWheel() -> Bool {
    state.withLock { state in
      if state.driver == .owner, state.commands.isEmpty { state.driver = .nobody }
      return state.driver == .nobody
    }
  }

  /// Rejects all further commands, and returns those already posted.
  func close() -> [Command] {
    state.withLock { state in
      state.isClosed = true
      defer { state.commands = [] }
      return state.commands
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

  /// Sleeps until the next `ring`; returns immediately if there was one since the last call.
  func wait() {
    var entry = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    // A signal ends the sleep too; the caller checks again.
    if poll(&entry, 1, -1) > 0 { quiet() }
  }

  /// Empties the pipe, so that the next ring is noticed.
  func quiet() {
    var bytes: (UInt64, UInt64) = (0, 0)
    _ = read(readEnd, &bytes, MemoryLayout.size(ofValue: bytes))
  }
}
