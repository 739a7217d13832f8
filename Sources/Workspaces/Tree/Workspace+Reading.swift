extension Workspace {
  /// Reads the file of a request, or of a folder's or collection's settings, given by its absolute path.
  package func request(at path: String) throws(WorkspaceError) -> RequestFile {
    if SettingsFile.kind(at: path) != nil { return try settings(at: path) }
    let bytes = try onDisk { () throws(FileError) in try confined.read(path, FileSystem.largestFile) }
    return try RequestFile(path: path, bytes: bytes, schemes: schemes)
  }

  /// Finds a saved request by what a person types; `nil` also if that is ambiguous.
  package func find(_ target: String, in tree: WorkspaceTree, currentFolder: String? = nil) -> RequestNode? {
    let found = matches(of: target, in: tree, currentFolder: currentFolder)
    return found.count == 1 ? found[0].node : nil
  }

  /// The saved requests that a text may mean: a file, a path in a collection (`users/get-user`), the same after the
  /// collection's name, or the display names joined by `/`; ignoring case as a last resort. The first of these that
  /// matches any request is used.
  /// - Returns: each with an unambiguous name: its collection's folder and its path in it.
  package func matches(
    of target: String, in tree: WorkspaceTree, currentFolder: String? = nil
  ) -> [(name: String, node: RequestNode)] {
    func named(_ hit: (CollectionNode, ListedRequest)) -> (name: String, node: RequestNode) {
      ("\(FilePaths.name(of: hit.0.path))/\(hit.1.node.id)", hit.1.node)
    }
    let all = tree.collections.flatMap { collection in collection.requests.map { (collection, $0) } }
    if let currentFolder {
      let path = FilePaths.absolute(target, in: currentFolder)
      // A path that cannot be resolved is compared as written.
      let real = (try? files.resolve(path)) ?? path
      if let hit = all.first(where: { $0.1.node.path == path || $0.1.node.path == real }) { return [named(hit)] }
    }
    let wanted = target.hasSuffix(".yml") ? String(target.dropLast(4)) : target
    let names: [((CollectionNode, ListedRequest)) -> String] = [
      { $0.1.node.id }, { "\(FilePaths.name(of: $0.0.path))/\($0.1.node.id)" }, { "\($0.0.name)/\($0.1.node.id)" },
      { $0.1.names.joined(separator: "/") }, { $0.1.node.name },
    ]
    for fold in [{ $0 }, { $0.lowercased() }] as [(String) -> String] {
      let folded = fold(wanted)
      for name in names {
        let hits = all.filter { fold(name($0)) == folded }
        if !hits.isEmpty { return hits.map(named) }
      }
    }
    return []
  }

  /// The folders from the collection down to the one that contains `request`, the collection first.
  package func folders(above request: String) -> [String] { folders(above: request, in: collection(of: request)) }

  /// The same for a known collection, since finding it examines each folder of the workspace.
  func folders(above request: String, in root: String) -> [String] {
    guard let holder = FilePaths.parent(of: request), FilePaths.isBelow(holder, root) else { return [root] }
    var chain = [root]
    for part in FilePaths.relative(holder, to: root).split(separator: "/") where holder != root {
      chain.append(FilePaths.join(chain[chain.count - 1], String(part)))
    }
    return chain
  }

  func readIfPresent(_ path: String) throws(WorkspaceError) -> [UInt8]? {
    try onDisk { () throws(FileError) in try confined.readIfThere(path) }
  }
}

/// A request of the tree with the display names of its parents.
package struct ListedRequest: Hashable, Sendable {
  package var node: RequestNode
  package var names: [String]
}

extension CollectionNode {
  /// Every request of the collection, in the order of the tree.
  package var requests: [ListedRequest] {
    var found: [ListedRequest] = []
    Self.collect(items, below: [], into: &found)
    return found
  }

  private static func collect(_ items: [TreeItem], below names: [String], into found: inout [ListedRequest]) {
    for item in items {
      switch item {
      case .request(let node): found.append(ListedRequest(node: node, names: names + [node.name]))
      case .folder(let folder): collect(folder.items, below: names + [folder.name], into: &found)
      }
    }
  }
}

extension Workspace {
  /// The file of a request by its path in the collection, without the extension; `nil` if there is none.
  ///
  /// The path cannot leave the collection, since another collection has its own secrets and consents.
  package func path(ofRequest id: String, in collection: String) -> String? {
    let parts = id.split(separator: "/", omittingEmptySubsequences: false)
    // Hidden folders are the user's: `.apus`, `.git`.
    guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else { return nil }
    return FilePaths.endings.lazy.map { FilePaths.join(collection, "\(id).\($0)") }.first { [self] path in
      files.examined(path)?.isDirectory == false && files.leadsInside(path, collection)
        && self.collection(of: path) == collection
    }
  }

  /// A request's name for `apus send` and in the history: its path in its collection without the extension.
  package func requestID(of path: String) -> String {
    let name = FilePaths.relative(path, to: collection(of: path))
    let ending = FilePaths.ending(of: name)
    return FilePaths.endings.contains(ending) ? String(name.dropLast(ending.count + 1)) : name
  }
}

/// The number of requests in a folder, up to a limit.
package struct RequestCount: Hashable, Sendable {
  package private(set) var count = 0
  /// Indicates whether there are more; counting is limited so that it never takes long.
  package private(set) var hasMore = false

  private static let mostFiles = 1000
  private static let mostFolders = 200
  private static let deepest = 16
  package init(_ count: Int, hasMore: Bool = false) {
    self.count = count
    self.hasMore = hasMore
  }

  /// Counts the request files of the collections in a folder by their names; reads no file and follows no link.
  package init(in folder: String, files: FileSystem = .live) {
    var folders = 0
    look(into: folder, files, isInside: false, depth: 0, &folders)
  }

  private mutating func look(
    into folder: String, _ files: FileSystem, isInside: Bool, depth: Int, _ folders: inout Int
  ) {
    guard !hasMore, depth <= Self.deepest else { return }
    folders += 1
    // A folder that cannot be listed shows no request either.
    guard folders <= Self.mostFolders, let entries = try? files.list(folder) else {
      hasMore = hasMore || folders > Self.mostFolders
      return
    }
    let isRoot = entries.contains { $0.kind == .file && Workspace.collectionFiles.contains($0.name) }
    for entry in entries where !entry.name.hasPrefix(".") && entry.name != "node_modules" {
      switch entry.kind {
      case .file where isInside || isRoot: if Self.isRequest(entry.name) { count += 1 }
      case .directory where !(isRoot && entry.name == CollectionLoader.environmentFolder):
        look(into: FilePaths.join(folder, entry.name), files, isInside: isInside || isRoot, depth: depth + 1, &folders)
      default: break
      }
      if count > Self.mostFiles { (count, hasMore) = (Self.mostFiles, true) }
      if hasMore { return }
    }
  }

  private static func isRequest(_ name: String) -> Bool {
    guard FilePaths.isYAML(name) || BruFormat.isFile(name) else { return false }
    let settings = CollectionLoader.rootNames + CollectionLoader.folderNames
    return !(settings + CollectionLoader.otherRootNames + [BruFormat.collectionFile]).contains(name.lowercased())
  }
}
