import Synchronization

/// The command queue of the loop: any thread posts commands, the loop's driver takes them.
final class CurlMailbox: Sendable {
  enum Command: Sendable {
    case start(CurlJob)
    case cancel(UInt64)
    /// More content may come, or more of the request's body is there.
    case resume(UInt64)
    case stop

    /// Whether it means something to a loop without transfers.
    var isForIdle: Bool {
      switch self {
      case .start, .stop: true
      case .cancel, .resume: false
      }
    }
  }

  /// Whose thread runs the loop. One at a time: what belongs to the loop changes hands with this.
  enum Driver {
    /// Nothing runs; the loop's own thread sleeps.
    case nobody
    /// The loop's own thread.
    case owner
    /// A caller, for the moment in which its own request is answered.
    case caller
  }

  private struct State {
    var commands: [Command] = []
    var driver = Driver.nobody
    /// Whether the driver sleeps, or is about to.
    var isResting = false
    var isClosed = false
  }

  private let state = Mutex(State())
  /// Ends the driver's sleep.
  let bell: WakePipe
  let watch = LoopWatch()
  /// Gives the wheel to the loop's own thread.
  private let ownersBell: WakePipe
  /// How many transfers run: what a leak would make grow.
  let live = Atomic<Int>(0)
  /// Whether libcurl is at work where it may be a while before it looks up.
  let isEngrossed = Atomic<Bool>(false)
  /// Whether the last answer came so soon that a caller may wait for the next one itself. Over plain HTTP so may the
  /// first: the loop's own thread need not be started for it.
  private let isQuick = Atomic<Bool>(true)
  private let isQuickOverTLS = Atomic<Bool>(false)

  /// `nil` when the process has no descriptors left.
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
        // Where nothing runs there is nothing to cancel and nothing to go on with.
        guard command.isForIdle else { return (false, false) }
        state.commands.append(command)
        state.driver = .owner
        return (false, true)
      }
      state.commands.append(command)
      // A driver that does not sleep will look by itself.
      defer { state.isResting = false }
      return (state.isResting, false)
    }
    // Outside the lock, which the driver takes as soon as it wakes.
    if wakesDriver { bell.ring() }
    return wakesOwner
  }

  /// Ends the wait of the loop's own thread for the wheel.
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

  /// Whether the driver may sleep: nothing is left to do, and from here on every command wakes it.
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
  /// - Returns: whether something is left to do, for which the owner must be woken.
  @discardableResult
  func giveBack(isIdle: Bool) -> Bool {
    state.withLock { state in
      state.isResting = false
      state.driver = isIdle && state.commands.isEmpty ? .nobody : .owner
      return state.driver == .owner
    }
  }

  /// For the loop's own thread when it does not drive: sleeps until there is something to do that no caller does itself.
  func waitForWheel() {
    while state.withLock({ $0.driver != .owner }) { ownersBell.wait() }
  }

  /// Ends the turn of the owner, for which nothing is left to do. `false` where a command has come.
  @discardableResult
  func leaveWheel() -> Bool {
    state.withLock { state in
      if state.driver == .owner, state.commands.isEmpty { state.driver = .nobody }
      return state.driver == .nobody
    }
  }

  /// After this no command is accepted. What had been posted is returned.
  func close() -> [Command] {
    state.withLock { state in
      state.isClosed = true
      defer { state.commands = [] }
      return state.commands
    }
  }
}
