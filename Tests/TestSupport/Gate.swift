import Foundation

/// A one-time event: threads wait for it by blocking, tasks by suspending.
public final class Gate: Sendable {
  private let condition = NSCondition()
  private let state = GateState()

  // Protected by the condition's lock.
  private final class GateState: @unchecked Sendable {
    var isOpen = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  public init() {}

  public func open() {
    condition.lock()
    state.isOpen = true
    let waiters = state.waiters
    state.waiters = []
    condition.broadcast()
    condition.unlock()
    for waiter in waiters { waiter.resume() }
  }

  public var isOpen: Bool {
    condition.lock()
    defer { condition.unlock() }
    return state.isOpen
  }

  /// Blocks the thread. Do not call it in a task.
  public func wait() {
    condition.lock()
    while !state.isOpen { condition.wait() }
    condition.unlock()
  }

  /// Suspends the task.
  public func opened() async {
    await withCheckedContinuation { continuation in
      condition.lock()
      if state.isOpen {
        condition.unlock()
        continuation.resume()
      } else {
        state.waiters.append(continuation)
        condition.unlock()
      }
    }
  }
}
