import Synchronization

/// Where actions wait for the loop: posted from anywhere, taken in batches, so that a burst costs one frame.
public final class Inbox: Sendable {
  private let waiting = Mutex<[Action]>([])
  private let signal: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  public init() {
    (signal, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  public func post(_ action: Action) {
    waiting.withLock { $0.append(action) }
    continuation.yield()
  }

  /// Each element is one batch, in the order of posting; ends when `close` was called.
  public func batches() -> AsyncMapSequence<AsyncStream<Void>, [Action]> {
    signal.map { [self] _ in
      waiting.withLock { list in
        defer { list = [] }
        return list
      }
    }
  }

  public func close() { continuation.finish() }
}
