import Explorer
import Synchronization

/// Records the actions that a service posts, and waits for the expected ones.
final class Ear: Sendable {
  /// The test waited for an action that never came.
  struct NeverHeard: Error {}

  private let heard = Mutex<[Action]>([])

  var hear: Services.Post { { [self] action in heard.withLock { $0.append(action) } } }

  func forget() { heard.withLock { $0 = [] } }

  func last<Value>(_ find: (Action) -> Value?) async throws -> Value {
    try await wait { actions in actions.reversed().lazy.compactMap(find).first }
  }

  func first<Value>(_ find: (Action) -> Value?) async throws -> Value {
    try await wait { actions in actions.lazy.compactMap(find).first }
  }

  func collected<Value>(_ find: ([Action]) -> Value?) async throws -> Value { try await wait(find) }

  /// The limit only stops a test that would otherwise hang.
  private func wait<Value>(_ find: ([Action]) -> Value?) async throws -> Value {
    let limit = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < limit {
      if let found = find(heard.withLock { $0 }) { return found }
      await Task.yield()
    }
    throw NeverHeard()
  }
}
