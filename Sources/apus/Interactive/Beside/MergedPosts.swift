import Explorer
import Synchronization

/// Passes on what the services of several folders post, merged, in the order in which it was merged.
// A class because the services of all folders share it.
final class MergedPosts: Sendable {
  private let merge: Mutex<FolderMerge>

  init(_ merge: FolderMerge) { self.merge = Mutex(merge) }

  /// What a folder's services post to.
  func hearing(_ index: Int, _ post: @escaping Services.Post) -> Services.Post {
    { action in
      // Posted under the lock: an older tree must not follow a newer one.
      self.merge.withLock { merge in for action in merge.heard(action, from: index) { post(action) } }
    }
  }

  func addressed(_ effect: FileEffect, by route: FolderRoute) -> [(Int, FileEffect)] {
    merge.withLock { $0.addressed(effect, by: route) }
  }

  func addressed(_ effect: RunEffect, by route: FolderRoute) -> [(Int, RunEffect)] {
    merge.withLock { $0.addressed(effect, by: route) }
  }
}
