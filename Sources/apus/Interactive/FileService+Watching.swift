import Explorer
import Sessions
import Workspaces

extension FileService {
  /// What another program changed, or this one, whose own changes are found to be known.
  func changedOnDisk(_ found: Listing, in folders: Set<String>, _ post: Services.Post) {
    let before = tree
    tree = found.tree
    if tree != before {
      let renames = vanished.renames(from: before, to: tree, in: folders, of: workspace) { [opened] in
        opened[$0]?.bytes
      }
      for (old, new) in renames {
        workspace.noteRename(from: old, to: new)
        moved(old, to: new, post)
      }
    }
    if tree != before { post(.files(.treeRefreshed(tree))) }
    for (path, file) in found.files.sorted(by: { $0.key < $1.key }) { compare(path, file, post) }
    let environments = folders.contains { $0.hasSuffix("/environments") } || folders.contains(workspace.path)
    post(.files(.surroundingsChanged(environments: environments)))
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
