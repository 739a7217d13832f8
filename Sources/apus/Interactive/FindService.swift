import Explorer
import Synchronization
import Workspaces

/// Searches all files, concurrently with the queue of file effects; a new search cancels the previous one.
// A class because a running search checks whether its result is still wanted.
final class FindService: Sendable {
  private let workspace: Workspace
  private let wanted = Mutex(0)

  init(workspace: Workspace) { self.workspace = workspace }

  /// Cancels the search, because its results are no longer on the screen.
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
