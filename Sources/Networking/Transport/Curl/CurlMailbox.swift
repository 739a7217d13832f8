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
    /// The address of the multi handle; 0 while there is none. A number, because pointers do not cross threads.
    var multi: UInt = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let library: CurlLibrary

  init(library: CurlLibrary) {
    self.library = library
  }

  /// `false` when the owner is gone and nobody will read.
  @discardableResult
  func post(_ command: Command) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.commands.append(command)
      // The first of a batch wakes; the owner takes the whole batch.
      if state.commands.count == 1, let multi = UnsafeMutableRawPointer(bitPattern: state.multi) {
        _ = library.multiWakeup(multi)
      }
      return true
    }
  }

  func open(_ multi: UnsafeMutableRawPointer) {
    state.withLock { $0.multi = UInt(bitPattern: multi) }
  }

  func take() -> [Command] {
    state.withLock { state in
      guard !state.commands.isEmpty else { return [] }
      let taken = state.commands
      state.commands = []
      return taken
    }
  }

  /// After this no command is accepted and the multi handle may go. What had been posted is returned.
  func close() -> [Command] {
    state.withLock { state in
      state.isClosed = true
      state.multi = 0
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
