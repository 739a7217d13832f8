import Workspaces

/// What is to be listed anew, and what changed since that was begun.
struct Relisting {
  /// One listing.
  struct Work: Sendable {
    /// Of everything, not of some folders.
    var isWhole: Bool
    var folders: Set<String>
    fileprivate var changes: Int
  }

  var isWhole = false
  var folders: Set<String> = []
  /// How often this program itself changed what is listed.
  var changes = 0
  var isRunning = false
  /// Whether the tree was there once.
  var isListed = false

  /// `nil` where there is nothing to do.
  mutating func begin() -> Work? {
    guard isWhole || !folders.isEmpty else { return nil }
    defer {
      isWhole = false
      folders = []
      isRunning = true
    }
    return Work(isWhole: isWhole, folders: folders, changes: changes)
  }

  func isOutdated(_ work: Work) -> Bool { isListed && work.changes != changes }
}

/// What one look at the disk found; made off the actor, because it may take long.
struct Listing: Sendable {
  /// A draft of an earlier run, with what there is now in its place.
  struct FoundDraft: Sendable {
    var draft: Draft
    var file: RequestFile?
    var isGone: Bool
    var collection: String
  }

  var tree: WorkspaceTree
  var drafts: [FoundDraft] = []
  var notices: [Notice] = []
  /// The files of open requests as they are now.
  var files: [String: Result<RequestFile, WorkspaceError>] = [:]

  /// `nil` where the task was cancelled: what was found by then is not all.
  init?(
    _ workspace: Workspace, _ before: WorkspaceTree, _ work: Relisting.Work, opened: [String], drafts: DraftStore?,
    progress: ListingProgress?
  ) {
    tree = work.isWhole ? workspace.tree(telling: progress) : workspace.tree(before, refreshing: work.folders)
    for path in opened.sorted() where work.folders.contains(path.folder) || work.folders.contains(workspace.path) {
      files[path] = Result { () throws(WorkspaceError) in try workspace.request(at: path) }
    }
    if let drafts {
      let (found, notices) = drafts.all()
      self.notices = notices
      self.drafts = found.map { Self.found($0, workspace) }
    }
    if Task.isCancelled { return nil }
  }

  private static func found(_ draft: Draft, _ workspace: Workspace) -> FoundDraft {
    // A file that is broken by now is neither there nor gone.
    let file = try? workspace.request(at: draft.path)
    return FoundDraft(
      draft: draft, file: file, isGone: file == nil && !workspace.exists(draft.path),
      collection: workspace.collection(of: draft.path))
  }
}

/// When to look at what a listing has found so far.
struct ListingPace: Sendable {
  /// Waits before look number `number`, the first being 0.
  /// - Throws: where its task is cancelled.
  var pause: @Sendable (_ number: Int) async throws -> Void

  /// Nothing is told of a listing that is soon at its end, and ever less often of one that takes long.
  static let usual = ListingPace { number in
    try await Task.sleep(for: .milliseconds(100 << min(number, 6)))
  }
}

extension Workspace {
  /// Whether there is a file; what cannot be examined counts as there.
  fileprivate func exists(_ path: String) -> Bool {
    do { return try files.stamp(path) != nil } catch { return true }
  }
}
