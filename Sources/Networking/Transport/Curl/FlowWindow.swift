import Synchronization

/// How much streamed content a consumer has not processed: the transport pauses above the limit and resumes below it.
final class FlowWindow: Sendable {
  private let limit: Int
  private let outstanding = Atomic<Int>(0)
  private let isPaused = Atomic<Bool>(false)

  init(limit: Int) {
    self.limit = max(1, limit)
  }

  /// Whether the transport may deliver more now. If not, the next `consume` that makes room returns `true`.
  func admits() -> Bool {
    if outstanding.load(ordering: .acquiring) < limit { return true }
    isPaused.store(true, ordering: .sequentiallyConsistent)
    // The consumer may have made room between the two checks; nothing else would resume the transfer then.
    guard outstanding.load(ordering: .sequentiallyConsistent) < limit else { return false }
    isPaused.store(false, ordering: .sequentiallyConsistent)
    return true
  }

  /// Whether the transport is waiting for the consumer.
  var isHolding: Bool { isPaused.load(ordering: .acquiring) }

  func add(_ count: Int) {
    outstanding.add(count, ordering: .acquiringAndReleasing)
  }

  /// Whether the transfer must be resumed: once half of the window is free, so that it does not stop and go with every
  /// chunk.
  func consume(_ count: Int) -> Bool {
    let rest = outstanding.subtract(count, ordering: .sequentiallyConsistent).newValue
    return rest <= limit / 2 && isPaused.exchange(false, ordering: .sequentiallyConsistent)
  }
}
