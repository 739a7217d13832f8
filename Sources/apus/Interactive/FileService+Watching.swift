import Explorer
import Workspaces

extension FileService {
  /// What another program changed, or this one, whose own changes are found to be known.
  func changedOnDisk(_ found: Listing, in folders: Set<String>, _ post: Services.Post) {
    let before = tree
    tree = found.tree
    if tree != before {
      for (old, new) in renamed(from: before, in: folders) {
        workspace.noteRename(from: old, to: new)
        moved(old, to: new, post)
      }
    }
    if tree != before { post(.files(.treeRefreshed(tree))) }
    for (path, file) in found.files.sorted(by: { $0.key < $1.key }) { compare(path, file, post) }
    let environments = folders.contains { $0.hasSuffix("/environments") } || folders.contains(workspace.path)
    post(.files(.surroundingsChanged(environments: environments)))
  }

  /// What lies under another name now: files of open requests by their content, all others by what is listed of them.
  private func renamed(from before: WorkspaceTree, in folders: Set<String>) -> [(from: String, to: String)] {
    let now = tree.requests(below: folders)
    let paths = Set(now.map(\.path))
    let old = before.requests(below: folders)
    let known = Set(old.map(\.path))
    vanished.removeAll { paths.contains($0.path) }
    vanished = (vanished + old.filter { !paths.contains($0.path) && !tree.has(.request($0.path)) }).suffix(
      Self.mostVanished)
    let added = now.filter { !known.contains($0.path) }
    guard !vanished.isEmpty, !added.isEmpty else { return [] }
    var moves: [String: String] = [:]
    for node in vanished {
      guard let bytes = opened[node.path]?.bytes else { continue }
      let new = added.first { candidate in
        // What cannot be read is not the same.
        !moves.values.contains(candidate.path) && (try? workspace.request(at: candidate.path).bytes) == bytes
      }
      moves[node.path] = new?.path
    }
    let renames = RequestRenames(gone: vanished, added: added, known: moves)
    vanished.removeAll { renames.files[$0.path] != nil }
    let folders = tree.folderPaths
    return renames.moves { folders.contains($0) }
  }

  /// Tells the screen of a file that is no longer what it was told last.
  private func compare(_ path: String, _ found: Result<RequestFile, WorkspaceError>, _ post: Services.Post) {
    // One that was closed or moved meanwhile is nobody's any more.
    guard let known = (offered[path]?.file ?? opened[path])?.bytes else { return }
    switch found {
    case .success(let file): if file.bytes != known { offer(file, post) }
    case .failure(.file(let error)) where error.reason == .missing: return
    case .failure(let error):
      post(.notified(.warning, "Changed by another program, and now it cannot be read: \(error)"))
    }
  }

  func offer(_ file: RequestFile, _ post: Services.Post) {
    post(.files(.changedOnDisk(.file(file.path), offered(file))))
  }

  /// Remembers what the screen is told of a file, until it takes it over.
  func offered(_ file: RequestFile) -> DiskVersion {
    let number = next()
    offered[file.path] = (number, file)
    return DiskVersion(file.definition.withQueryInStep, number: number)
  }

  /// The screen took a version over; one that is older than the last it was told of waits for that.
  func adopt(_ key: RequestKey, _ version: Int) {
    guard let path = key.path, let offer = offered[path], offer.number == version else { return }
    opened[path] = offer.file
    offered[path] = nil
  }
}

extension WorkspaceTree {
  /// The paths of all folders.
  fileprivate var folderPaths: Set<String> {
    var paths: Set<String> = []
    func add(_ items: [TreeItem]) {
      for case .folder(let node) in items {
        paths.insert(node.path)
        add(node.items)
      }
    }
    for collection in collections { add(collection.items) }
    return paths
  }

  /// The requests in these folders and in those below them.
  fileprivate func requests(below folders: Set<String>) -> [RequestNode] {
    func requests(_ items: [TreeItem], _ folder: String, _ isBelow: Bool) -> [RequestNode] {
      let isBelow = isBelow || folders.contains(folder)
      return items.flatMap { item -> [RequestNode] in
        switch item {
        case .request(let node): isBelow ? [node] : []
        case .folder(let node): requests(node.items, node.path, isBelow)
        }
      }
    }
    return collections.flatMap { requests($0.items, $0.path, folders.contains(path)) }
  }
}
