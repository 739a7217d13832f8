import Explorer
import Workspaces

extension FileService {
  /// Something changed in these folders: by another program, or by this one, whose own changes are found to be known.
  func changedOnDisk(_ folders: Set<String>, _ post: Services.Post) {
    surroundings = [:]
    let before = tree
    tree = workspace.tree(before, refreshing: folders)
    for (old, new) in renamed(from: before) { moved(old, to: new, post) }
    if tree != before { post(.files(.treeRefreshed(tree))) }
    for path in opened.keys.sorted() where folders.contains(path.folder) || folders.contains(workspace.path) {
      compare(path, post)
    }
    let environments = folders.contains { $0.hasSuffix("/environments") } || folders.contains(workspace.path)
    post(.files(.surroundingsChanged(environments: environments)))
  }

  /// Files of open requests that lie under another name now with the same content.
  private func renamed(from before: WorkspaceTree) -> [(String, String)] {
    let paths = tree.requestPaths
    let gone = opened.keys.filter { !paths.contains($0) }
    guard !gone.isEmpty else { return [] }
    let added = paths.subtracting(before.requestPaths)
    var taken: Set<String> = []
    return gone.sorted().compactMap { old in
      guard let bytes = opened[old]?.bytes else { return nil }
      let new = added.sorted().first { path in
        // What cannot be read is not the same.
        !taken.contains(path) && (try? workspace.request(at: path).bytes) == bytes
      }
      guard let new else { return nil }
      taken.insert(new)
      return (old, new)
    }
  }

  /// Tells the screen of a file that is no longer what it was told last.
  private func compare(_ path: String, _ post: Services.Post) {
    do {
      let file = try workspace.request(at: path)
      if file.bytes != (offered[path]?.file ?? opened[path])?.bytes { offer(file, post) }
    } catch .file(let error) where error.reason == .missing {
      return
    } catch {
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
  /// The files of all requests.
  fileprivate var requestPaths: Set<String> {
    func paths(_ items: [TreeItem]) -> [String] {
      items.flatMap { item in
        switch item {
        case .request(let node): [node.path]
        case .folder(let node): paths(node.items)
        }
      }
    }
    return Set(collections.flatMap { paths($0.items) })
  }
}
