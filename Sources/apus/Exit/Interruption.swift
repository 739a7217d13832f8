import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Makes `^C` cancel the running task instead of killing the process, so that the program can clean up. A second `^C`
/// exits immediately, for code that does not react to cancellation, such as a write to a pipe that nobody reads.
enum Interruption {
  /// What the next signal cancels.
  private final class Work: Sendable {
    private let cancel = Mutex<(@Sendable () -> Void)?>(nil)

    func begin(_ cancel: @escaping @Sendable () -> Void) {
      self.cancel.withLock { $0 = cancel }
    }

    /// Cancels the work. Exits if nothing can be cancelled: the work has not suspended yet, or was cancelled before.
    func interrupt() {
      let cancel = cancel.withLock { cancel in
        defer { cancel = nil }
        return cancel
      }
      if let cancel { cancel() } else { Ending.leave(.interrupted) }
    }
  }

  /// Runs `body`. SIGINT or SIGTERM cancels its task, and the program exits with status 130.
  static func cancelling<R: Sendable>(_ body: @escaping @Sendable () async throws -> R) async throws -> R {
    let work = Work()
    let watch = Signals.watch([SIGINT, SIGTERM]) { _ in work.interrupt() }
    defer { watch.end() }
    let task = started(body)
    work.begin { task.cancel() }
    let result = await task.result
    if task.isCancelled { throw Failure(.interrupted) }
    return try result.get()
  }

  /// Starts on the current thread if the system supports it, until `body` first suspends.
  private static func started<R: Sendable>(_ body: @escaping @Sendable () async throws -> R) -> Task<R, any Error> {
    if #available(macOS 26, *) { return Task.immediate(operation: body) }
    return Task(operation: body)
  }

  /// - Throws: `Failure.interrupted` once the task is cancelled.
  static func check() throws(Failure) {
    guard !Task.isCancelled else { throw Failure(.interrupted) }
  }

  /// Makes writing to a closed pipe an error instead of a fatal signal.
  static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }
}
