import CThreads

/// Runs a closure that takes long or may block on its own thread. The thread starts on a different processor than its
/// creator if there is one.
package final class ThreadStart: Sendable {
  private let body: @Sendable () -> Void

  /// A thread that runs `body` once it is launched.
  package init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  /// Starts the thread; `false` if the system cannot create one.
  package func launch() -> Bool {
    let argument = Unmanaged.passRetained(self).toOpaque()
    let code = cthreads_start({ Unmanaged<ThreadStart>.fromOpaque($0).takeRetainedValue().body() }, argument)
    if code != 0 { Unmanaged<ThreadStart>.fromOpaque(argument).release() }
    return code == 0
  }

  /// The result of `work` on its own thread, because a task must not block its thread.
  /// - Returns: `nil` if the system cannot create one.
  package static func result<R: Sendable>(of work: @escaping @Sendable () -> R) async -> R? {
    await withCheckedContinuation { continuation in
      let thread = ThreadStart { continuation.resume(returning: work()) }
      if !thread.launch() { continuation.resume(returning: nil) }
    }
  }
}
