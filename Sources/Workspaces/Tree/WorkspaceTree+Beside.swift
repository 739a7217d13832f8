/// Several folders that are open side by side: one tree shows them, and each stays a workspace of its own.
extension WorkspaceTree {
  /// The trees of several folders as one.
  package init(beside trees: [WorkspaceTree]) {
    self.init(name: trees.map(\.name).joined(separator: ", "), path: trees.first?.path ?? "")
    folders = trees.map(\.path)
    collections = trees.flatMap(\.collections)
    let roots = Set(collections.map(\.path))
    // One that is listed by itself is not missing in the folder around it.
    notices = trees.flatMap(\.notices).filter {
      $0.message != CollectionLoader.otherCollectionWords || !roots.contains($0.location)
    }
  }

  /// The folders that are open: one, or several side by side.
  package var openFolders: [String] { folders.isEmpty ? [path] : folders }

  /// The open folder that a path belongs to: the nearest around it, else the first.
  package func folder(of path: String) -> String {
    openFolders.filter { FilePaths.isBelow(path, $0) }.max { $0.utf8.count < $1.utf8.count } ?? self.path
  }

  /// What the names of collections in the history count from: several folders have nothing in common but the root.
  package var historyBase: String { folders.isEmpty ? path : "" }

  /// The name of a collection, with the end of its path if another one is called the same.
  package func shownName(of collection: CollectionNode) -> String {
    let others = collections.filter { $0.name == collection.name && $0.path != collection.path }
    guard !others.isEmpty else { return collection.name }
    let parts = collection.path.split(separator: "/")
    let length = (1...max(1, parts.count)).first { length in
      !others.contains { $0.path.split(separator: "/").suffix(length) == parts.suffix(length) }
    }
    return "\(collection.name) (\(parts.suffix(length ?? parts.count).joined(separator: "/")))"
  }
}
