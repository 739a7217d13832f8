import Workspaces

extension WorkspaceTree {
  /// The request with that file; `nil` if it is not listed.
  func request(at path: String) -> RequestNode? {
    for collection in collections where path.hasPrefix(collection.path + "/") {
      if let node = Self.request(at: path, in: collection.items) { return node }
    }
    return nil
  }

  private static func request(at path: String, in items: [TreeItem]) -> RequestNode? {
    for item in items {
      switch item {
      case .request(let node) where node.path == path: return node
      case .folder(let folder) where path.hasPrefix(folder.path + "/"):
        if let node = request(at: path, in: folder.items) { return node }
      default: continue
      }
    }
    return nil
  }
}
