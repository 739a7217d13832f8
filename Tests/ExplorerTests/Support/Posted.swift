import Synchronization

@testable import Explorer

/// The actions that a listener posted.
final class Posted: Sendable {
  private let actions = Mutex<[Action]>([])

  func add(_ action: Action) { actions.withLock { $0.append(action) } }
  var all: [Action] { actions.withLock { $0 } }
}
