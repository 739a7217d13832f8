import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Lets `^C` cancel what runs instead of killing the process, so that it can be left in order.
enum Interruption {
  /// Runs `body`; when SIGINT or SIGTERM comes its task is cancelled, and what it was doing ends with status 130.
  static func cancelling<R: Sendable>(_ body: @escaping @Sendable () async throws -> R) async throws -> R {
    let task = Task { try await body() }
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { task.cancel() }
      source.resume()
      return source
    }
    defer { for source in sources { source.cancel() } }
    let result = await task.result
    if task.isCancelled { throw Failure(.interrupted) }
    return try result.get()
  }

  /// Writing to a pipe that nobody reads becomes an error instead of a signal.
  static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }
}
