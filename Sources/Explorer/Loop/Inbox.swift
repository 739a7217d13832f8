import Synchronization

/// The queue of actions for the loop: posted from anywhere, taken in batches, so that a burst costs one frame.
package final class Inbox: Sendable {
  private let waiting = Mutex<[Action]>([])
  private let isEndAsked = Atomic(false)
  private let signal: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  package init() {
    (signal, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  package func post(_ action: Action) {
    waiting.withLock { $0.append(action) }
    continuation.yield()
  }

  /// Requests the end of the program ahead of all queued actions.
  package func postEnd() {
    isEndAsked.store(true, ordering: .releasing)
    post(.end)
  }

  /// Whether the end was requested with `postEnd`; queued actions are then dropped.
  var endsAtOnce: Bool { isEndAsked.load(ordering: .acquiring) }

  /// Each element is one batch in posting order; ends after `close`.
  package func batches() -> AsyncMapSequence<AsyncStream<Void>, [Action]> {
    signal.map { [self] _ in
      waiting.withLock { list in
        defer { list = [] }
        return list
      }
    }
  }

  package func close() { continuation.finish() }
}
