package import Workspaces

extension WorkspaceTree {
  /// The request with that file; `nil` if it is not listed.
  package func request(at path: String) -> RequestNode? {
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

extension WorkspaceTree {
  /// Whether it has the request with that file, or the folder or collection whose settings are in it.
  func lists(_ path: String) -> Bool {
    switch SettingsFile.kind(at: path) {
    case .folder: folder(at: path.folderPath) != nil
    case .collection: collections.contains { $0.path == path.folderPath }
    default: request(at: path) != nil
    }
  }

  /// The folder with that path; `nil` if it is not listed.
  func folder(at path: String) -> FolderNode? {
    for collection in collections where path.hasPrefix(collection.path + "/") {
      if let node = Self.folder(at: path, in: collection.items) { return node }
    }
    return nil
  }

  private static func folder(at path: String, in items: [TreeItem]) -> FolderNode? {
    for case .folder(let folder) in items {
      if folder.path == path { return folder }
      if path.hasPrefix(folder.path + "/"), let found = self.folder(at: path, in: folder.items) { return found }
    }
    return nil
  }
}

extension String {
  /// The path up to its last slash.
  var folderPath: String { lastIndex(of: "/").map { String(self[..<$0]) } ?? self }
}
