extension CollectionLoader {
  /// The collection with only `folders` read again; the nodes of other folders are kept.
  mutating func refreshed(_ old: CollectionNode, folders: Set<String>) -> CollectionNode {
    beginAtRoot()
    touched = Self.withParents(folders)
    // The root's own file gives the collection's name and what to ignore.
    if folders.contains(root) { readRoot() }
    let isMixed = folders.contains(root) ? isRootMixed : old.isMixed
    let environmentsPath = FilePaths.join(root, Self.environmentFolder)
    var node = old
    node.isMixed = isMixed
    if folders.contains(root), let rootName { node.name = rootName }
    node.items = refreshedItems(old.items, in: root, below: "", isMixed: isMixed, folders) ?? []
    if folders.contains(environmentsPath) || folders.contains(root) { node.environments = environments() }
    return node
  }

  private static func withParents(_ folders: Set<String>) -> Set<String> {
    var all: Set<String> = []
    for folder in folders {
      var next: String? = folder
      while let path = next, all.insert(path).inserted { next = FilePaths.parent(of: path) }
    }
    return all
  }

  private mutating func refreshedItems(
    _ old: [TreeItem], in directory: String, below prefix: String, isMixed: Bool, _ folders: Set<String>
  ) -> [TreeItem]? {
    var known: [String: FolderNode] = [:]
    for case .folder(let node) in old { known[node.path] = node }
    if folders.contains(directory) {
      return items(in: directory, below: prefix, isMixed: isMixed, known: known, folders)
    }
    guard touched.contains(directory) else { return old }
    var nodes: [FolderNode] = []
    for node in known.values {
      if let folder = refreshedFolder(node, below: prefix, folders) { nodes.append(folder) }
    }
    let requests = old.compactMap(\.request)
    return TreeOrder.sorted(folders: nodes, requests: requests, isMixed: isMixed)
  }

  /// A folder that existed before; `nil` if it can no longer be listed.
  mutating func refreshedFolder(_ old: FolderNode, below prefix: String, _ folders: Set<String>) -> FolderNode? {
    guard touched.contains(old.path) else { return old }
    var node = old
    let name = FilePaths.name(of: old.path)
    if folders.contains(old.path) {
      let said = about(old.path)
      node.name = said?.name ?? name
      node.sequence = said?.sequence
      node.isMixed = said?.isMixed == true
    }
    let inner = prefix + name + "/"
    guard let items = refreshedItems(old.items, in: old.path, below: inner, isMixed: node.isMixed, folders) else {
      return nil
    }
    node.items = items
    return node
  }
}

extension Workspace {
  /// The tree with only the changed folders read again.
  /// - Parameter folders: absolute paths, as reported by a watch.
  package func tree(_ tree: WorkspaceTree, refreshing folders: Set<String>) -> WorkspaceTree {
    var notices: [Notice] = []
    let roots = collectionPaths(&notices)
    guard !folders.contains(path) || roots == tree.collections.map(\.path), !folders.isEmpty else { return self.tree() }
    var fresh = tree
    fresh.notices.removeAll { notice in
      folders.contains { folder in notice.location == folder || FilePaths.parent(of: notice.location) == folder }
    }
    for index in fresh.collections.indices {
      let collection = fresh.collections[index]
      guard folders.contains(where: { FilePaths.isBelow($0, collection.path) }) else { continue }
      var loader = CollectionLoader(files: files, root: collection.path, workspace: path)
      fresh.collections[index] = loader.refreshed(collection, folders: folders)
      fresh.notices += loader.notices
    }
    fresh.notices = Self.bounded(fresh.notices)
    return fresh
  }
}
