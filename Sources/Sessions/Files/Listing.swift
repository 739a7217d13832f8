import Basics
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
    _ workspace: Workspace, _ work: Relisting.Work, opened: [String], drafts: DraftStore?, progress: ListingProgress?
  ) {
    tree = workspace.tree(reporting: progress)
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
  /// Returns whether the file exists; if this cannot be determined, `true`.
  fileprivate func exists(_ path: String) -> Bool {
    do { return try files.stamp(path) != nil } catch { return true }
  }
}

/// Tracks the changed folders and the changes since a listing began.
package struct Relisting {
  /// One listing.
  package struct Work: Sendable {
    /// Indicates whether the workspace was opened, not only changed.
    package var isWhole: Bool
    package var folders: Set<String>
    fileprivate var changes: Int
  }

  package var isWhole = false
  package var folders: Set<String> = []
  /// The number of changes by this program to the listed files.
  package var changes = 0
  package var isRunning = false
  /// True if the tree has been listed at least once.
  package var isListed = false

  package init() {}

  /// `nil` if there is nothing to do.
  package mutating func begin() -> Work? {
    guard isWhole || !folders.isEmpty else { return nil }
    defer {
      isWhole = false
      folders = []
      isRunning = true
    }
    return Work(isWhole: isWhole, folders: folders, changes: changes)
  }

  package func isOutdated(_ work: Work) -> Bool { isListed && work.changes != changes }
}

/// Decides when to report the progress of a listing.
package struct ListingPace: Sendable {
  /// Waits before report `number`, counted from 0.
  /// - Throws: if its task is cancelled.
  package var pause: @Sendable (_ number: Int) async throws -> Void

  package init(pause: @escaping @Sendable (_ number: Int) async throws -> Void) { self.pause = pause }

  /// A short listing is not reported at all, a long one at growing intervals.
  package static let usual = ListingPace { number in
    try await Pause.wait(.milliseconds(100 << min(number, 6)))
  }
}

/// Requests whose files another program removed, kept because they may reappear under another name.
package struct VanishedRequests: Sendable {
  private static let most = 10_000
  private var nodes: [RequestNode] = []

  package init() {}

  /// Requests that have moved: open requests are matched by the content of their files, others by their tree entries.
  /// - Parameter content: the last known content of an open request's file; `nil` if the request is not open.
  package mutating func renames(
    from before: WorkspaceTree, to tree: WorkspaceTree, of workspace: Workspace, content: (String) -> [UInt8]?
  ) -> [(from: String, to: String)] {
    let now = tree.collections.flatMap(\.requests).map(\.node)
    let paths = Set(now.map(\.path))
    let old = before.collections.flatMap(\.requests).map(\.node)
    let known = Set(old.map(\.path))
    nodes.removeAll { paths.contains($0.path) }
    nodes = (nodes + old.filter { !paths.contains($0.path) }).suffix(Self.most)
    let added = now.filter { !known.contains($0.path) }
    guard !nodes.isEmpty, !added.isEmpty else { return [] }
    var moves: [String: String] = [:]
    for node in nodes {
      guard let bytes = content(node.path) else { continue }
      let new = added.first { candidate in
        // An unreadable file does not match.
        !moves.values.contains(candidate.path) && (try? workspace.request(at: candidate.path).bytes) == bytes
      }
      moves[node.path] = new?.path
    }
    let renames = RequestRenames(gone: nodes, added: added, known: moves)
    nodes.removeAll { renames.files[$0.path] != nil }
    let folders = tree.folderPaths
    return renames.moves { folders.contains($0) }
  }
}

extension WorkspaceTree {
  /// The paths of the items of the same kind in the same folder, in order.
  package func siblings(of path: String) -> [String] {
    guard let item = item(at: path), let folder = FilePaths.parent(of: path) else { return [] }
    let items = collections.first { $0.path == folder }?.items ?? self.item(at: folder)?.folder?.items ?? []
    return items.filter { $0.isFolder == item.isFolder }.map(\.path)
  }

  var folderPaths: Set<String> {
    var paths: Set<String> = []
    for collection in collections { collection.items.forEachItem { if $0.isFolder { paths.insert($0.path) } } }
    return paths
  }
}
