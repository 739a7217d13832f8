import Basics
import Dispatch
import Synchronization
import Workspaces

/// Reads a small workspace while the terminal is being opened, so that the first frame shows its tree.
///
/// A thread of its own, because a disk may be slow and no frame waits for one. The listing that follows reads again what
/// may have changed before it was watched.
final class EarlyTree: Sendable {
  private let tree = Mutex<WorkspaceTree?>(nil)
  private let done = DispatchSemaphore(value: 0)
  /// A workspace with more requests and folders takes longer than a frame waits.
  private static let mostItems = 500
  /// How long the frame waits. An empty frame that is replaced at once looks like a flicker.
  private static let patience = DispatchTimeInterval.milliseconds(3)

  /// Starts to read.
  init(of workspace: Workspace) {
    let thread = ThreadStart { [self] in
      let found = workspace.glance(atMost: Self.mostItems)
      tree.withLock { $0 = found }
      done.signal()
    }
    // Without a thread there is no tree, and nothing to wait for.
    if !thread.launch() { done.signal() }
  }

  /// The tree if it was read in time; called once.
  func taken() -> WorkspaceTree? {
    guard done.wait(timeout: .now() + Self.patience) == .success else { return nil }
    return tree.withLock { $0 }
  }
}
