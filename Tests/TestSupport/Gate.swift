import Foundation

/// Something that has happened or not: threads wait for it blocking, tasks by suspending. Opens once.
public final class Gate: Sendable {
  private let condition = NSCondition()
  private let state = GateState()

  // Guarded by the condition.
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

  /// Blocks the thread. Not for tasks.
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
