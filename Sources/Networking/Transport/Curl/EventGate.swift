import Synchronization

/// Forwards the events of one transfer from any thread, one at a time and none after the last.
///
/// The loop does not react while libcurl loads the system's certificates, which takes a while. Nothing has been sent by
/// then, so cancelling may close the gate immediately; the loop drops the transfer later.
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

  /// Called only by the loop.
  func tell(_ event: TransportEvent) {
    guard enter(.telling) else { return }
    handle(event)
    let next = if case .finished = event { State.closed } else { State.open }
    state.store(next.rawValue, ordering: .releasing)
  }

  /// Whether the transfer was cancelled. The loop checks it between chunks, before it reads the command.
  var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  func cancel() { cancelled.store(true, ordering: .relaxed) }

  /// From here on only the loop may report the end of a cancelled transfer, because it knows what was sent.
  func sent() { hasSent.store(true, ordering: .releasing) }

  /// Called on cancelling a transfer that the loop cannot end now. Does nothing if the loop will report the end.
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
