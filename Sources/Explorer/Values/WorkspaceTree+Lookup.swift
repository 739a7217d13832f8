import Basics
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
  /// True if the tree has the request with this file, or the folder or collection whose settings are in it.
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

extension WorkspaceTree {
  /// The contents of a folder or collection in words; `nil` if it is not listed.
  func contents(of path: String) -> String? {
    for collection in collections {
      if collection.path == path { return Self.words(collection.items, environments: collection.environments.count) }
      if let items = Self.items(of: path, in: collection.items) { return Self.words(items, environments: 0) }
    }
    return nil
  }

  private static func items(of path: String, in items: [TreeItem]) -> [TreeItem]? {
    for item in items {
      guard case .folder(let folder) = item else { continue }
      if folder.path == path { return folder.items }
      if path.hasPrefix(folder.path + "/") { return Self.items(of: path, in: folder.items) }
    }
    return nil
  }

  private static func words(_ items: [TreeItem], environments: Int) -> String {
    let (requests, folders) = count(items)
    var words = Quantity.amount(requests, "request")
    if folders > 0 { words += " in " + Quantity.amount(folders, "folder") }
    if environments > 0 { words += ", " + Quantity.amount(environments, "environment") }
    return words
  }

  private static func count(_ items: [TreeItem]) -> (requests: Int, folders: Int) {
    items.reduce(into: (0, 0)) { sum, item in
      switch item {
      case .request: sum.0 += 1
      case .folder(let folder):
        let inside = count(folder.items)
        sum = (sum.0 + inside.requests, sum.1 + inside.folders + 1)
      }
    }
  }
}
