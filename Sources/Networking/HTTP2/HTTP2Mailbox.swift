import Synchronization

/// What other threads ask of a connection's thread.
final class HTTP2Mailbox: Sendable {
  enum Command: Sendable {
    case start(HTTP2Job)
    case cancel(UInt64)
    /// More of a request body is there.
    case resume(UInt64)
    /// So much content was processed.
    case consumed(UInt64, Int)
    /// End everything.
    case stop
  }

  private struct State {
    var commands: [Command] = []
    var isResting = false
    /// No new transfer is taken.
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

  /// - Returns: `false` for a transfer that comes too late, as the connection takes no more.
  @discardableResult
  func post(_ command: Command) -> Bool {
    let (isTaken, wakes) = state.withLock { state -> (Bool, Bool) in
      if case .start = command, state.isClosed { return (false, false) }
      state.commands.append(command)
      defer { state.isResting = false }
      return (true, state.isResting)
    }
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

  /// Whether the thread may sleep: any further command wakes it.
  func rest() -> Bool {
    state.withLock { state in
      state.isResting = state.commands.isEmpty
      return state.isResting
    }
  }

  /// Takes no more transfers. Those that were posted before must still be obeyed.
  func close() { state.withLock { $0.isClosed = true } }

  var isOpen: Bool { state.withLock { !$0.isClosed } }

  /// Takes no more transfers, unless one was posted already.
  func closeIfIdle() -> Bool {
    state.withLock { state in
      if state.commands.isEmpty { state.isClosed = true }
      return state.isClosed
    }
  }
}
