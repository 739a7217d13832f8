import Synchronization

/// The door to the thread that owns curl: any thread posts commands, the owner takes them.
final class CurlMailbox: Sendable {
  enum Command: Sendable {
    case start(CurlJob)
    case cancel(UInt64)
    /// More content may come, or more of the request's body is there.
    case resume(UInt64)
    case stop
  }

  private struct State {
    var commands: [Command] = []
    /// Whether the owner sleeps, or is about to.
    var isResting = false
    var isClosed = false
  }

  private let state = Mutex(State())
  /// Ends the owner's sleep.
  let bell: WakePipe
  /// How many easy handles the owner keeps, and how many transfers it runs: what a leak would make grow.
  let handles = Atomic<Int>(0)
  let live = Atomic<Int>(0)

  init(bell: WakePipe) {
    self.bell = bell
  }

  /// `false` when the owner is gone and nobody will read.
  @discardableResult
  func post(_ command: Command) -> Bool {
    let (isOpen, wakes) = state.withLock { state in
      guard !state.isClosed else { return (false, false) }
      state.commands.append(command)
      defer { state.isResting = false }
      return (true, state.isResting)
    }
    // Outside the lock, which the owner takes as soon as it wakes. One that does not sleep will look by itself.
    if wakes { bell.ring() }
    return isOpen
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

  /// Whether the owner may sleep: nothing is left to do, and from here on every command wakes it.
  func rest() -> Bool {
    state.withLock { state in
      state.isResting = state.commands.isEmpty
      return state.isResting
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

/// A transfer on its way to the thread.
struct CurlJob: Sendable {
  let id: UInt64
  let request: TransportRequest
  let asked: ContinuousClock.Instant
  let window: FlowWindow?
  let events: @Sendable (TransportEvent) -> Void
}
