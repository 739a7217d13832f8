extension Workspace {
  /// Reads the file of a request, or of a folder's or collection's settings, given by its absolute path.
  package func request(at path: String) throws(WorkspaceError) -> RequestFile {
    if let kind = SettingsFile.kind(at: path) { return try sharedSettings(at: path, of: kind) }
    let bytes = try onDisk { () throws(FileError) in try confined.read(path, FileSystem.largestFile) }
    return try RequestFile(path: path, bytes: bytes, schemes: schemes)
  }

  /// The same workspace for one pass over all of it: a file that was read for the tree is not read again for its
  /// request.
  package var readingOnce: Workspace { reading { $0.remembering() } }

  /// Finds a saved request by what a person types; also `nil` if that is ambiguous.
  package func find(_ target: String, in tree: WorkspaceTree, currentFolder: String? = nil) -> RequestNode? {
    let found = matches(of: target, in: tree, currentFolder: currentFolder)
    return found.count == 1 ? found[0].node : nil
  }

  /// The saved requests that a person may mean: a file, a path in a collection (`users/get-user`), the same after the
  /// collection's name, or the display names joined by `/`; ignoring case as a last resort. The first of these that
  /// matches any request is used.
  /// - Returns: each with an unambiguous name: its collection's folder and its path in there.
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

  /// The settings that a folder or a collection, given by its absolute path, shares with the requests below it.
  package func settings(of folder: String) throws(WorkspaceError) -> SettingsFile {
    let isRoot = Self.isCollection(folder, files)
    let names = settingsNames(isRoot: isRoot)
    for name in names {
      let path = FilePaths.join(folder, name)
      guard let bytes = try readIfPresent(path) else { continue }
      var file = try Self.settings(path, bytes, named: FilePaths.name(of: folder), schemes)
      if isRoot, BruFormat.isFile(path) { try addOlderConfig(of: folder, to: &file.settings) }
      return file
    }
    var settings = SharedSettings()
    if isRoot { try addOlderConfig(of: folder, to: &settings) }
    return SettingsFile(
      path: FilePaths.join(folder, names[0]), name: FilePaths.name(of: folder),
      settings: settings, notices: [], bytes: [])
  }

  static func settings(
    _ path: String, _ bytes: [UInt8], named: String, _ schemes: AuthenticationSchemes = .builtIn
  ) throws(WorkspaceError) -> SettingsFile {
    if BruFormat.isFile(path) {
      var reader = try BruFormat.reader(bytes, path, schemes)
      let settings = reader.shared()
      return SettingsFile(
        path: path, name: reader.document.value("meta", "name") ?? named,
        sequence: reader.document.value("meta", "seq").flatMap(Double.init), settings: settings,
        notices: BruFormat.notices(of: reader, path), bytes: bytes)
    }
    let document = try parsed(bytes, path)
    var reader = NodeReader(path: path, source: document.source, schemes: schemes)
    let settings = SettingsReader.shared(document.root, &reader)
    let info = document.root?["info"]
    let name = info?["name"]?.text ?? ""
    return SettingsFile(
      path: path, name: name.isEmpty ? named : name, sequence: info?["seq"]?.number, settings: settings,
      notices: reader.notices, bytes: bytes)
  }

  /// The folders from the collection down to the one that contains `request`, the collection first.
  package func folders(above request: String) -> [String] { folders(above: request, in: collection(of: request)) }

  /// The same if the collection is known: finding it examines each folder of the workspace.
  func folders(above request: String, in root: String) -> [String] {
    guard let holder = FilePaths.parent(of: request), FilePaths.isBelow(holder, root) else { return [root] }
    var chain = [root]
    for part in FilePaths.relative(holder, to: root).split(separator: "/") where holder != root {
      chain.append(FilePaths.join(chain[chain.count - 1], String(part)))
    }
    return chain
  }

  func readIfPresent(_ path: String) throws(WorkspaceError) -> [UInt8]? {
    do { return try confined.read(path, FileSystem.largestFile) } catch {
      if error.reason == .missing { return nil }
      throw .file(error)
    }
  }
}

/// A request of the tree with the display names of its parents.
package struct ListedRequest: Hashable, Sendable {
  package var node: RequestNode
  package var names: [String]
}

extension CollectionNode {
  /// In the order of the tree.
  package func forEachRequest(_ body: (RequestNode) -> Void) { Self.forEachRequest(of: items, body) }

  private static func forEachRequest(of items: [TreeItem], _ body: (RequestNode) -> Void) {
    for item in items {
      switch item {
      case .request(let node): body(node)
      case .folder(let folder): forEachRequest(of: folder.items, body)
      }
    }
  }

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
