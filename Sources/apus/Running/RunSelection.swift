import Workspaces

/// Which requests a run sends: those below a folder, in the order of the tree, with the tags that were asked for.
enum RunSelection {
  /// - Parameter target: a folder, collection or request: a path on the disk, or one inside the collection.
  /// - Throws: also for a file among them that cannot be used: a run that leaves one out must not look like a whole one.
  static func requests(
    _ target: String?, in location: WorkspaceLocator.Location, tags: Set<String>, excluding: Set<String>
  ) throws(Failure) -> [(node: RequestNode, source: RequestSource)] {
    let workspace = location.workspace.readingOnce
    let sendable = try chosen(target, in: workspace.tree()).filter { node in
      if case .unsupported = node.kind { false } else { true }
    }
    let sources = try Disk.run { () throws(WorkspaceError) in try workspace.sources(at: sendable.map(\.path)) }
    let all = zip(sendable, sources).map { (node: $0.0, source: $0.1) }
    guard !tags.isEmpty || !excluding.isEmpty else { return all }
    var tagged: [(node: RequestNode, source: RequestSource)] = []
    for (node, source) in all {
      let file = try Disk.run { () throws(WorkspaceError) in try source.file() }
      let own = Set(file.definition.tags)
      if tags.isEmpty || !own.isDisjoint(with: tags), own.isDisjoint(with: excluding) { tagged.append((node, source)) }
    }
    return tagged
  }

  private static func chosen(_ target: String?, in tree: WorkspaceTree) throws(Failure) -> [RequestNode] {
    var isChosen: (CollectionNode, RequestNode) -> Bool = { _, _ in true }
    if let target {
      let path = absolute(target)
      let folder = target.split(separator: "/").joined(separator: "/")
      let (below, inside) = (path + "/", folder + "/")
      isChosen = { collection, node in
        node.path.hasPrefix(below) || node.path == path || node.id == folder || node.id.hasPrefix(inside)
          || collection.path.hasPrefix(below)
      }
    }
    var chosen: [RequestNode] = []
    for collection in tree.collections {
      for listed in collection.requests where isChosen(collection, listed.node) { chosen.append(listed.node) }
    }
    guard target == nil || !chosen.isEmpty else {
      throw Failure(.file, "no requests in \(TerminalText.shown(target ?? "")); `apus list` shows what there is")
    }
    if let fault = chosen.lazy.compactMap(\.fault).first {
      throw Failure(.file, TerminalText.shown(WorkspaceError.invalid(fault).description))
    }
    return chosen
  }

  private static func absolute(_ path: String) -> String {
    // What is not on the disk is looked for in the collections.
    guard let real = try? FileSystem.live.resolve(path) else { return path }
    return real
  }
}
