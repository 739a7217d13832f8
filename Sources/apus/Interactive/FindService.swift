import Explorer
import Synchronization
import Workspaces

/// The search through all files, beside the queue of file effects: a new one ends the one before.
// A class because a search that runs looks whether it is still the one that is wanted.
final class FindService: Sendable {
  private let workspace: Workspace
  private let wanted = Mutex(0)

  init(workspace: Workspace) { self.workspace = workspace }

  /// Nobody looks at what is found any more.
  func stop() { wanted.withLock { $0 = 0 } }

  func run(_ effect: FindEffect, post: @escaping Services.Post) {
    guard case .begin(let text, let tree, let serial, let limit) = effect else {
      return stop()
    }
    wanted.withLock { $0 = serial }
    var waiting: [SearchHit] = []
    var count = 0
    var told = ContinuousClock.now
    let isWanted = { [self] in wanted.withLock { $0 } == serial }
    workspace.search(text, in: tree, while: isWanted) { hit in
      waiting.append(hit)
      count += 1
      if ContinuousClock.now - told > .milliseconds(40) {
        post(.find(.found(serial: serial, waiting)))
        waiting = []
        told = .now
      }
      return count < limit && isWanted()
    }
    if !waiting.isEmpty { post(.find(.found(serial: serial, waiting))) }
    post(.find(.ended(serial: serial)))
  }
}
