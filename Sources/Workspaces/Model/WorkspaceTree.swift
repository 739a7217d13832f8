/// A workspace as listed: names and locations, without parts that require reading requests in full.
package struct WorkspaceTree: Hashable, Sendable {
  package var name: String
  /// Absolute.
  package var path: String
  package var collections: [CollectionNode]
  package var notices: [Notice] = []
  /// The folders that are open at the same time, absolute; empty if there is only this one.
  package var folders: [String] = []

  package init(name: String, path: String, collections: [CollectionNode] = []) {
    self.name = name
    self.path = path
    self.collections = collections
  }
}

/// One collection: a folder with `opencollection.yml`.
package struct CollectionNode: Hashable, Sendable {
  package var name: String
  package var path: String
  package var items: [TreeItem]
  /// Names of the environments, in the order of their files.
  package var environments: [String]
  /// Indicates whether folders and requests are sorted together.
  var isMixed = false

  package init(name: String, path: String, items: [TreeItem] = [], environments: [String] = []) {
    self.name = name
    self.path = path
    self.items = items
    self.environments = environments
  }
}

/// The content of a collection or a folder, in the order of the tree.
package enum TreeItem: Hashable, Sendable {
  case folder(FolderNode)
  case request(RequestNode)

  package var folder: FolderNode? {
    if case .folder(let node) = self { node } else { nil }
  }

  package var request: RequestNode? {
    if case .request(let node) = self { node } else { nil }
  }

  package var isFolder: Bool { folder != nil }

  package var path: String {
    switch self {
    case .folder(let node): node.path
    case .request(let node): node.path
    }
  }

  package var name: String {
    switch self {
    case .folder(let node): node.name
    case .request(let node): node.name
    }
  }

  var sequence: Double? {
    switch self {
    case .folder(let node): node.sequence
    case .request(let node): node.sequence
    }
  }
}

extension [TreeItem] {
  /// Calls `body` for each item and for the items below it, in the order of the tree.
  package func forEachItem(_ body: (TreeItem) -> Void) {
    for item in self {
      body(item)
      item.folder?.items.forEachItem(body)
    }
  }

  /// The item with that path after the folders around it, outermost first; empty if it is not listed.
  package func chain(to path: String) -> [TreeItem] {
    for item in self {
      if item.path == path { return [item] }
      guard let folder = item.folder, FilePaths.isBelow(path, folder.path) else { continue }
      let below = folder.items.chain(to: path)
      if !below.isEmpty { return [item] + below }
    }
    return []
  }
}

extension CollectionNode {
  /// In the order of the tree.
  package func forEachRequest(_ body: (RequestNode) -> Void) {
    items.forEachItem { if let node = $0.request { body(node) } }
  }
}

extension WorkspaceTree {
  /// The request or folder with that path; `nil` if it is not listed.
  package func item(at path: String) -> TreeItem? {
    collections.lazy.filter { FilePaths.isBelow(path, $0.path) }.compactMap { $0.items.chain(to: path).last }.first
  }
}

/// A folder of a collection as the tree shows it.
package struct FolderNode: Hashable, Sendable {
  package var name: String
  /// Absolute path of the directory.
  package var path: String
  package var sequence: Double?
  package var items: [TreeItem] = []
  /// Indicates whether folders and requests are sorted together.
  var isMixed = false
}

/// A saved request as shown in the tree, without the parts that only editing and sending need.
package struct RequestNode: Hashable, Sendable {
  /// Its path in the collection without the extension, `users/get-user`: the argument of `apus send`.
  package var id: String
  /// Absolute path of the file.
  package var path: String
  package var name: String
  package var kind = RequestDefinition.Kind.http
  package var method: String
  package var url: String
  package var sequence: Double?
  package var tags: [String] = []
  /// References to answers of other requests, as written between the braces: `auth/log-in | $.token`.
  package var usedAnswers: [String] = []
  /// The reason why the file cannot be used; such a file is never written.
  package var fault: Notice?

  /// The method as lists show it; for requests that are not HTTP, their kind. Neither is known for a file with a fault.
  package var shownMethod: String { kind.otherThanHTTP == nil || fault != nil ? method : kind.shortWord }

  /// ` #smoke #slow` to append to its name in lists, or an empty text.
  package var tagText: String { tags.filter { !$0.isEmpty }.map { " #\($0)" }.joined() }
}

/// Several folders that are open at the same time: one tree shows them, and each stays a separate workspace.
extension WorkspaceTree {
  /// The trees of several folders as one.
  package init(beside trees: [WorkspaceTree]) {
    self.init(name: trees.map(\.name).joined(separator: ", "), path: trees.first?.path ?? "")
    folders = trees.map(\.path)
    collections = trees.flatMap(\.collections)
    let roots = Set(collections.map(\.path))
    // A folder that is open itself is not missing from the folder around it.
    notices = trees.flatMap(\.notices).filter {
      $0.message != CollectionLoader.otherCollectionWords || !roots.contains($0.location)
    }
  }

  /// The open folders: one, or several in one tree.
  package var openFolders: [String] { folders.isEmpty ? [path] : folders }

  /// The open folder that a path belongs to: the nearest around it, else the first.
  package func folder(of path: String) -> String {
    openFolders.filter { FilePaths.isBelow(path, $0) }.max { $0.utf8.count < $1.utf8.count } ?? self.path
  }

  /// The base for the names of collections in the history: several folders have nothing in common but the root.
  package var historyBase: String { folders.isEmpty ? path : "" }

  /// The name of a collection, with the end of its path if another one has the same name.
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
