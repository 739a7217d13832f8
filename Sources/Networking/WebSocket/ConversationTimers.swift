import Basics
import Synchronization

/// Passes events from several tasks, one at a time.
final class EventRelay: Sendable {
  private let listener: @Sendable (ConversationEvent) -> Void
  /// Beside the listener: a closure in a lock is wrapped once more each time it is taken out, until the stack is too small
  /// for the call.
  private let turn = Mutex(())

  init(_ listener: @escaping @Sendable (ConversationEvent) -> Void) { self.listener = listener }

  func tell(_ event: ConversationEvent) { turn.withLock { _ in listener(event) } }
}

/// The timers of one conversation, which end with it.
final class ConversationTimers: Sendable {
  private let limit = Mutex<Duration?>(nil)
  private let running = Mutex<[Task<Void, Never>]?>([])

  func start(after time: Duration, _ work: @escaping @Sendable () -> Void) {
    let task = Task {
      // Cancelled with the conversation.
      guard (try? await Pause.wait(time)) != nil else { return }
      work()
    }
    let isLate = running.withLock { running in
      running?.append(task)
      return running == nil
    }
    if isLate { task.cancel() }
  }

  /// The limit that ended it before it was open.
  var expired: Duration? { limit.withLock { $0 } }

  func expire(_ reached: Duration) { limit.withLock { $0 = reached } }

  func end() {
    let tasks = running.withLock { running in
      defer { running = nil }
      return running ?? []
    }
    for task in tasks { task.cancel() }
  }
}
