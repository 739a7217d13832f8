import Dispatch

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
    let isOver = Monitor(false)
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { isOver.change { $0 = true } }
    timer.schedule(deadline: .now() + .microseconds(max(0, Int(clamping: duration.wholeMicroseconds))))
    timer.resume()
    await isOver.wait { $0 }
    timer.cancel()
    guard isOver.read({ $0 }) else { throw CancellationError() }
  }
}
