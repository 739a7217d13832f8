#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A thread of its own for a closure that runs long and may block.
final class ThreadStart: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  /// `false` when the system has no thread to give.
  func launch() -> Bool {
    let argument = Unmanaged.passRetained(self).toOpaque()
    #if canImport(Darwin)
    var thread: pthread_t?
    let code = pthread_create(&thread, nil, { ThreadStart.enter($0) }, argument)
    if code == 0, let thread { pthread_detach(thread) }
    #else
    var thread = pthread_t()
    let code = pthread_create(&thread, nil, { $0.flatMap { ThreadStart.enter($0) } }, argument)
    if code == 0 { pthread_detach(thread) }
    #endif
    if code != 0 { Unmanaged<ThreadStart>.fromOpaque(argument).release() }
    return code == 0
  }

  private static func enter(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue().body()
    return nil
  }
}
