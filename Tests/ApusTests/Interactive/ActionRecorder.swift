import Basics
import Explorer
import Synchronization

/// Records the actions that a service posts, and waits for the expected ones.
final class ActionRecorder: Sendable {
  /// The test waited for an action that never came.
  struct NeverPosted: Error {}

  private struct State {
    var actions: [Action] = []
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  var record: Services.Post {
    { [self] action in
      let listeners = state.withLock { state in
        state.actions.append(action)
        return state.listeners.values
      }
      for listener in listeners { listener.yield() }
    }
  }

  func forget() { state.withLock { $0.actions = [] } }

  func last<Value>(_ find: (Action) -> Value?) async throws -> Value {
    try await wait { actions in actions.reversed().lazy.compactMap(find).first }
  }

  func first<Value>(_ find: (Action) -> Value?) async throws -> Value {
    try await wait { actions in actions.lazy.compactMap(find).first }
  }

  func collected<Value>(_ find: ([Action]) -> Value?) async throws -> Value { try await wait(find) }

  /// Sleeps between checks, because polling would starve lower-priority work. The limit only stops a test that would
  /// otherwise hang.
  private func wait<Value>(_ find: ([Action]) -> Value?) async throws -> Value {
    let (changes, listener) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.next += 1
      state.listeners[state.next] = listener
      return state.next
    }
    let limit = Task {
      try await Pause.wait(.seconds(240))
      listener.finish()
    }
    defer {
      limit.cancel()
      _ = state.withLock { $0.listeners.removeValue(forKey: id) }
    }
    listener.yield()
    for await _ in changes {
      if let found = find(state.withLock { $0.actions }) { return found }
    }
    throw NeverPosted()
  }
}
