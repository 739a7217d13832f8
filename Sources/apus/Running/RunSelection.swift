import Workspaces

/// Which requests a run sends: those below a folder, in the order of the tree, with the tags that were asked for.
enum RunSelection {
  typealias Item = (node: RequestNode, source: RequestSource)

  /// - Parameter target: a folder, collection or request: a path on the disk, or one inside the collection.
  /// - Throws: also for a file among them that cannot be used: a run that leaves one out must not look like a whole one.
  static func requests(
    _ target: String?, in location: WorkspaceLocator.Location, tags: Set<String>, excluding: Set<String>
  ) throws(Failure) -> [Item] {
    let workspace = location.workspace.readingOnce
    let chosen = try chosen(target, in: workspace.tree())
    var all: [Item] = []
    all.reserveCapacity(chosen.count)
    for node in chosen {
      if case .unsupported = node.kind { continue }
      all.append((node, try Disk.run { () throws(WorkspaceError) in try workspace.source(at: node.path) }))
    }
    guard !tags.isEmpty || !excluding.isEmpty else { return all }
    var tagged: [Item] = []
    for (node, source) in all {
      let file = try Disk.run { () throws(WorkspaceError) in try source.file() }
      let own = Set(file.definition.tags)
      if tags.isEmpty || !own.isDisjoint(with: tags), own.isDisjoint(with: excluding) { tagged.append((node, source)) }
    }
    return tagged
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
