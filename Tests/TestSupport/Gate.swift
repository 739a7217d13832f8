import Foundation

/// A one-time event: threads wait for it by blocking, tasks by suspending.
package final class Gate: Sendable {
  private let condition = NSCondition()
  private let state = GateState()

  // Protected by the condition's lock.
  private final class GateState: @unchecked Sendable {
    var isOpen = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  package init() {}

  package func open() {
    condition.lock()
    state.isOpen = true
    let waiters = state.waiters
    state.waiters = []
    condition.broadcast()
    condition.unlock()
    for waiter in waiters { waiter.resume() }
  }

  package var isOpen: Bool {
    condition.lock()
    defer { condition.unlock() }
    return state.isOpen
  }

  /// Blocks the thread. Do not call it in a task.
  package func wait() {
    condition.lock()
    while !state.isOpen { condition.wait() }
    condition.unlock()
  }

  /// Suspends the task.
  package func opened() async {
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
