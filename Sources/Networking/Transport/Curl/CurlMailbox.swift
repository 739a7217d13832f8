import Synchronization

/// The command queue of the loop: any thread posts commands, the loop's driver takes them.
final class CurlMailbox: Sendable {
  enum Command: Sendable {
    case start(CurlJob)
    case cancel(UInt64)
    /// There is room for more content, or more of the request body is available.
    case resume(UInt64)
    case stop

    /// Whether it has an effect on a loop without transfers.
    var isForIdle: Bool {
      switch self {
      case .start, .stop: true
      case .cancel, .resume: false
      }
    }
  }

  /// Whose thread runs the loop. Only the driver may touch the loop's state.
  enum Driver {
    /// Nobody; the loop's own thread sleeps.
    case nobody
    /// The loop's own thread.
    case owner
    /// A caller, briefly, while its own request is in progress.
    case caller
  }

  private struct State {
    var commands: [Command] = []
    var driver = Driver.nobody
    /// Whether the driver sleeps or is about to.
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
  /// Whether libcurl may block for a while.
  let isEngrossed = Atomic<Bool>(false)
  /// Whether the last response was so fast that a caller may wait for the next one itself. Initially true over plain
  /// HTTP, so that one request need not start the loop's thread.
  private let isQuick = Atomic<Bool>(true)
  private let isQuickOverTLS = Atomic<Bool>(false)

  /// `nil` if the process has no descriptors left.
  init?() {
    guard let bell = WakePipe(), let ownersBell = WakePipe() else { return nil }
    self.bell = bell
    self.ownersBell = ownersBell
  }

  /// - Returns: whether the loop has no driver; the caller must then wake the owner.
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
      // A driver that is awake will see the command by itself.
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

  /// Whether the driver may sleep: there is no work, and any further command wakes it.
  func rest() -> Bool {
    state.withLock { state in
      state.isResting = state.commands.isEmpty
      return state.isResting
    }
  }

  /// Makes the caller the driver. `false` if the loop has a driver or commands, or has been stopped.
  func takeWheel() -> Bool {
    state.withLock { state in
      guard state.driver == .nobody, state.commands.isEmpty, !state.isClosed else { return false }
      state.driver = .caller
      return true
    }
  }

  /// Ends a caller's turn.
  /// - Returns: whether work is left, for which the owner must be woken.
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

  /// Ends the owner's turn if it has no work left. `false` if a command has arrived.
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
