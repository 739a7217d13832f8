import Synchronization

/// Through here go the events of one transfer, one at a time and none after the last, from whichever thread.
///
/// The loop cannot be asked to stop while libcurl reads the system's authorities, which takes as long as a person
/// notices. Nothing has been sent by then: whoever cancels may close the gate, and the loop drops the transfer when it
/// comes to it.
final class EventGate: Sendable {
  private enum State: UInt8 {
    case open, telling, closed
  }

  private let state = Atomic(State.open.rawValue)
  private let hasSent = Atomic(false)
  private let cancelled = Atomic(false)
  private let handle: @Sendable (TransportEvent) -> Void

  init(_ handle: @escaping @Sendable (TransportEvent) -> Void) {
    self.handle = handle
  }

  /// For the loop alone.
  func tell(_ event: TransportEvent) {
    guard enter(.telling) else { return }
    handle(event)
    let next = if case .finished = event { State.closed } else { State.open }
    state.store(next.rawValue, ordering: .releasing)
  }

  /// Whether somebody has cancelled the transfer. The loop may see it in the midst of a flow of content, before it comes
  /// to the command.
  var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  func cancel() { cancelled.store(true, ordering: .relaxed) }

  /// From here on there is something to tell of a transfer that is cancelled, which only the loop knows.
  func sent() { hasSent.store(true, ordering: .releasing) }

  /// For who cancels a transfer that the loop cannot end now. Does nothing where the loop will have more to say.
  func close(with result: @autoclosure () -> TransportResult) {
    guard !hasSent.load(ordering: .acquiring), enter(.closed) else { return }
    handle(.finished(result()))
  }

  private func enter(_ next: State) -> Bool {
    state.compareExchange(
      expected: State.open.rawValue, desired: next.rawValue, ordering: .acquiringAndReleasing
    ).exchanged
  }
}
