import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Lets `^C` cancel what runs instead of killing the process, so that it can be left in order. A second `^C` ends the
/// process at once: whatever does not hear the first one, such as a write to a pipe that nobody reads.
enum Interruption {
  /// Runs `body`. SIGINT or SIGTERM cancels its task, and the program exits with status 130.
  static func cancelling<R: Sendable>(_ body: @escaping @Sendable () async throws -> R) async throws -> R {
    let task = started(body)
    let signals = Signals { task.cancel() }
    signals.watch()
    defer { signals.ignore() }
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

  /// Writing to a pipe that nobody reads becomes an error instead of a signal.
  static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }
}

/// A signal that came before anything watched for it.
private enum EarlySignal {
  static let hasCome = Atomic(false)
  /// A signal handler may do no more than that.
  static let remember: @convention(c) (Int32) -> Void = { _ in hasCome.store(true, ordering: .relaxed) }
}

/// Watches SIGINT and SIGTERM until told to stop.
private final class Signals: Sendable {
  private struct State {
    var sources: [any DispatchSourceSignal] = []
    var isOver = false
    var hasCome = false
  }

  private let state = Mutex(State())
  private let handler: @Sendable () -> Void

  init(_ handler: @escaping @Sendable () -> Void) {
    self.handler = handler
  }

  func watch() {
    state.withLock { state in
      guard !state.isOver else { return }
      // A source watches only after its queue got round to it. A signal until then must not kill what runs already.
      EarlySignal.hasCome.store(false, ordering: .relaxed)
      state.sources = [SIGINT, SIGTERM].map { number in
        signal(number, EarlySignal.remember)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { [weak self] in self?.come() }
        source.setRegistrationHandler { [weak self] in
          #if canImport(Darwin)
          // On Linux the source installs its own handler.
          signal(number, SIG_IGN)
          #endif
          if EarlySignal.hasCome.exchange(false, ordering: .relaxed) { self?.come() }
        }
        source.resume()
        return source
      }
    }
  }

  private func come() {
    let isFirst = state.withLock { state in
      defer { state.hasCome = true }
      return !state.hasCome
    }
    if isFirst { handler() } else { Ending.leave(.interrupted) }
  }

  func ignore() {
    state.withLock { state in
      state.isOver = true
      for source in state.sources { source.cancel() }
    }
  }
}
