import Dispatch
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
  /// Runs `body`. SIGINT or SIGTERM cancels its task, and the program exits with status 130.
  static func cancelling<R: Sendable>(_ body: @escaping @Sendable () async throws -> R) async throws -> R {
    EarlySignal.leave()
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

  /// Makes writing to a closed pipe an error instead of a fatal signal.
  static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }
}

/// Records a signal that arrives before a dispatch source watches for it.
private enum EarlySignal {
  static let hasCome = Atomic(false)
  /// A signal handler may only do async-signal-safe work, so it just sets a flag.
  static let remember: @convention(c) (Int32) -> Void = { _ in hasCome.store(true, ordering: .relaxed) }

  /// Until the work first suspends, nothing can cancel it: a signal ends the program with the status of an interruption.
  static func leave() {
    for number in [SIGINT, SIGTERM] { signal(number) { _ in Ending.leave(.interrupted) } }
  }
}

/// Watches SIGINT and SIGTERM until `ignore` is called.
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
      // A source starts watching later, on its queue. Until then, this handler keeps a signal from killing running
      // work.
      EarlySignal.hasCome.store(false, ordering: .relaxed)
      state.sources = [SIGINT, SIGTERM].map { number in
        signal(number, EarlySignal.remember)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { [weak self] in self?.come() }
        source.setRegistrationHandler { [weak self] in
          #if canImport(Darwin)
          // On Linux, the source installs its own handler.
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
