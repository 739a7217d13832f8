import CThreads

/// A thread of its own for a closure that runs long and may block. It begins on another processor than its maker's
/// where there is one.
public final class ThreadStart: Sendable {
  private let body: @Sendable () -> Void

  /// A thread that will run `body` once it is launched.
  public init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  /// `false` when the system has no thread to give.
  public func launch() -> Bool {
    let argument = Unmanaged.passRetained(self).toOpaque()
    let code = cthreads_start({ Unmanaged<ThreadStart>.fromOpaque($0).takeRetainedValue().body() }, argument)
    if code != 0 { Unmanaged<ThreadStart>.fromOpaque(argument).release() }
    return code == 0
  }
}
