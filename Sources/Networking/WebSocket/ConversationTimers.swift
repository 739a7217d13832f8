import Basics
import Synchronization

/// Passes events from several tasks, one at a time.
final class EventRelay: Sendable {
  private let listener: Mutex<@Sendable (ConversationEvent) -> Void>

  init(_ listener: @escaping @Sendable (ConversationEvent) -> Void) { self.listener = Mutex(listener) }

  func tell(_ event: ConversationEvent) { listener.withLock { $0(event) } }
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
