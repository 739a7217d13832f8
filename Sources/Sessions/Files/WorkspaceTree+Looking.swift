import Workspaces

extension WorkspaceTree {
  /// The paths of the items of the same kind in the same folder, in order.
  package func siblings(of path: String) -> [String] {
    func search(_ items: [TreeItem]) -> [String]? {
      let requests = items.compactMap { if case .request(let node) = $0 { node.path } else { nil } }
      if requests.contains(path) { return requests }
      let folders = items.compactMap { if case .folder(let node) = $0 { node } else { nil } }
      if folders.contains(where: { $0.path == path }) { return folders.map(\.path) }
      return folders.lazy.compactMap { search($0.items) }.first
    }
    return collections.lazy.compactMap { search($0.items) }.first ?? []
  }

  /// The name of the request or folder at `path`.
  package func name(of path: String) -> String? {
    func search(_ items: [TreeItem]) -> String? {
      for item in items {
        switch item {
        case .request(let node) where node.path == path: return node.name
        case .folder(let node) where node.path == path: return node.name
        case .folder(let node) where path.hasPrefix(node.path + "/"): return search(node.items)
        default: continue
        }
      }
      return nil
    }
    return collections.lazy.compactMap { search($0.items) }.first
  }

  var folderPaths: Set<String> {
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

  /// The requests in these folders and their subfolders.
  func requests(below folders: Set<String>) -> [RequestNode] {
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
