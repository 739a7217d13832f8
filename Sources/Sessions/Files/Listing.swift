package import Workspaces

/// The result of one scan of the disk; made off the actor because a scan may be slow.
package struct Listing: Sendable {
  /// A draft from an earlier run, with the current state of its file.
  package struct FoundDraft: Sendable {
    package var draft: Draft
    package var file: RequestFile?
    package var isGone: Bool
    package var collection: String
  }

  package var tree: WorkspaceTree
  package var drafts: [FoundDraft] = []
  package var notices: [Notice] = []
  /// The current files of open requests.
  package var files: [String: Result<RequestFile, WorkspaceError>] = [:]

  /// `nil` if the task was cancelled, because the scan is then incomplete.
  package init?(
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
    // A file that is invalid now is neither usable nor deleted.
    let file = try? workspace.request(at: draft.path)
    return FoundDraft(
      draft: draft, file: file, isGone: file == nil && !workspace.exists(draft.path),
      collection: workspace.collection(of: draft.path))
  }
}

extension Workspace {
  /// Whether the file exists; if this cannot be determined, `true`.
  fileprivate func exists(_ path: String) -> Bool {
    do { return try files.stamp(path) != nil } catch { return true }
  }
}

extension String {
  /// The folder that contains a path.
  package var folder: String { lastIndex(of: "/").map { String(self[..<$0]) } ?? self }
}
