import Basics
import HTTPModel
import Locks

/// Passes events from several tasks, one at a time, until the conversation is closed.
final class EventRelay: Sendable {
  private let listener: @Sendable (ConversationEvent) -> Void
  /// True if the end was passed on. Separate from the listener: a closure in a lock is wrapped once more each time it
  /// is read, until the stack overflows.
  private let isOver = Mutex(false)

  init(_ listener: @escaping @Sendable (ConversationEvent) -> Void) { self.listener = listener }

  func report(_ event: ConversationEvent) {
    isOver.withLock { isOver in
      if isOver { return }
      if case .state(.closed) = event { isOver = true }
      listener(event)
    }
  }

  /// Passes the event on from a new task, for callers that may be inside of the listener themselves.
  func reportSoon(_ event: ConversationEvent) { Task { report(event) } }
}

/// The timers of one conversation, which end with it.
final class ConversationTimers: Sendable {
  private struct Running {
    var tasks: [Int: Task<Void, Never>] = [:]
    var last = 0
    var hasEnded = false
  }

  private let limit = Mutex<Duration?>(nil)
  private let running = Mutex(Running())

  /// The number of running timers.
  var count: Int { running.withLock { $0.tasks.count } }

  func start(after time: Duration, _ work: @escaping @Sendable () -> Void) {
    running.withLock { running in
      guard !running.hasEnded else { return }
      running.last += 1
      let number = running.last
      // Under the lock, so that it is registered before it can end.
      running.tasks[number] = Task { [weak self] in
        // Cancelled together with the conversation.
        let isDue = (try? await Pause.wait(time)) != nil
        self?.running.withLock { _ = $0.tasks.removeValue(forKey: number) }
        if isDue { work() }
      }
    }
  }

  /// The time limit that ended the conversation before it was open.
  var expired: Duration? { limit.withLock { $0 } }

  func expire(_ reached: Duration) { limit.withLock { $0 = reached } }

  func end() {
    let tasks = running.withLock { running in
      running.hasEnded = true
      defer { running.tasks = [:] }
      return running.tasks.values
    }
    for task in tasks { task.cancel() }
  }
}
