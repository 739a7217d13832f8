import Workspaces

/// Which requests a run sends: those below a folder, in the order of the tree, with the tags that were asked for.
struct RunSelection {
  private(set) var nodes: [RequestNode] = []
  /// The file of each.
  private(set) var sources: [RequestSource] = []

  /// - Parameter target: a folder, collection or request: a path on the disk, or one inside the collection.
  /// - Throws: also for a file among them that cannot be used: a run that leaves one out must not look like a whole one.
  static func of(
    _ target: String?, in location: WorkspaceLocator.Location, tags: Set<String>, excluding: Set<String>
  ) throws(Failure) -> RunSelection {
    let workspace = location.workspace.readingOnce
    var selection = RunSelection()
    for node in try chosen(target, in: workspace.tree()) {
      if case .unsupported = node.kind { continue }
      let source = try Disk.run { () throws(WorkspaceError) in try workspace.source(at: node.path) }
      if !tags.isEmpty || !excluding.isEmpty {
        let file = try Disk.run { () throws(WorkspaceError) in try source.file() }
        let own = Set(file.definition.tags)
        guard tags.isEmpty || !own.isDisjoint(with: tags), own.isDisjoint(with: excluding) else { continue }
      }
      selection.nodes.append(node)
      selection.sources.append(source)
    }
    return selection
  }

  private static func chosen(_ target: String?, in tree: WorkspaceTree) throws(Failure) -> [RequestNode] {
    var chosen: [RequestNode] = []
    if let target {
      let path = absolute(target)
      let folder = target.split(separator: "/").joined(separator: "/")
      let (below, inside) = (path + "/", folder + "/")
      for collection in tree.collections {
        let isWhole = collection.path == path || collection.path.hasPrefix(below)
        collection.forEachRequest { node in
          if isWhole || node.path.hasPrefix(below) || node.path == path || node.id == folder
            || node.id.hasPrefix(inside)
          {
            chosen.append(node)
          }
        }
      }
    } else {
      for collection in tree.collections { collection.forEachRequest { chosen.append($0) } }
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
