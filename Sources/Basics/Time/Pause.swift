import Dispatch
import Locks

/// Suspends a task.
///
/// `Task.sleep` of Swift 6.3 uses a timer on libdispatch's global queue, even if the program runs its tasks itself.
/// From then on, libdispatch checks the threads of that queue once a second, as long as the program runs. A timer on a
/// separate queue causes no wake-ups.
package enum Pause {
  private static let queue = DispatchQueue(label: "apus.pause")

  /// Returns once `duration` has passed; immediately if it is zero or less.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  package static func wait(_ duration: Duration) async throws {
    let wait = Wait()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { wait.start($0, duration, on: queue) }
    } onCancel: {
      wait.end(with: .failure(CancellationError()))
    }
  }

  /// One wait, which may end before it begins; only the first end counts.
  private final class Wait: Sendable {
    private enum State {
      case new
      case waiting(CheckedContinuation<Void, any Error>, any DispatchSourceTimer)
      case over(Result<Void, any Error>)
    }

    private let state = Mutex(State.new)

    func start(_ continuation: CheckedContinuation<Void, any Error>, _ duration: Duration, on queue: DispatchQueue) {
      let ended: Result<Void, any Error>? = state.withLock { state in
        if case .over(let result) = state { return result }
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { [self] in end(with: .success(())) }
        timer.schedule(deadline: .now() + .microseconds(max(0, Int(clamping: duration.wholeMicroseconds))))
        timer.resume()
        state = .waiting(continuation, timer)
        return nil
      }
      if let ended { continuation.resume(with: ended) }
    }

    func end(with result: Result<Void, any Error>) {
      let waiting: CheckedContinuation<Void, any Error>? = state.withLock { state in
        defer { if case .over = state {} else { state = .over(result) } }
        guard case .waiting(let continuation, let timer) = state else { return nil }
        timer.cancel()
        return continuation
      }
      waiting?.resume(with: result)
    }
  }
}
