import Workspaces

/// What must be listed again, and what has changed since a listing began.
struct Relisting {
  /// One listing.
  struct Work: Sendable {
    /// Lists everything, not only some folders.
    var isWhole: Bool
    var folders: Set<String>
    fileprivate var changes: Int
  }

  var isWhole = false
  var folders: Set<String> = []
  /// How many times this program itself changed what is listed.
  var changes = 0
  var isRunning = false
  /// Whether the tree has been listed at least once.
  var isListed = false

  /// `nil` if there is nothing to do.
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

/// The result of one scan of the disk; made off the actor because it may be slow.
struct Listing: Sendable {
  /// A draft of an earlier run, with the current state of its file.
  struct FoundDraft: Sendable {
    var draft: Draft
    var file: RequestFile?
    var isGone: Bool
    var collection: String
  }

  var tree: WorkspaceTree
  var drafts: [FoundDraft] = []
  var notices: [Notice] = []
  /// The current files of open requests.
  var files: [String: Result<RequestFile, WorkspaceError>] = [:]

  /// `nil` if the task was cancelled: the scan is incomplete then.
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
    // A file that is now broken is neither there nor gone.
    let file = try? workspace.request(at: draft.path)
    return FoundDraft(
      draft: draft, file: file, isGone: file == nil && !workspace.exists(draft.path),
      collection: workspace.collection(of: draft.path))
  }
}

/// When to report the progress of a listing.
struct ListingPace: Sendable {
  /// Waits before report `number`, counted from 0.
  /// - Throws: if its task is cancelled.
  var pause: @Sendable (_ number: Int) async throws -> Void

  /// A short listing is not reported at all, a long one less and less often.
  static let usual = ListingPace { number in
    try await Task.sleep(for: .milliseconds(100 << min(number, 6)))
  }
}

extension Workspace {
  /// Whether the file exists; one that cannot be examined counts as existing.
  fileprivate func exists(_ path: String) -> Bool {
    do { return try files.stamp(path) != nil } catch { return true }
  }
}
