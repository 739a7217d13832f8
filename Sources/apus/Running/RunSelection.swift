import Workspaces

/// Which requests a run sends: those below a folder, in the order of the tree, with the tags that were asked for.
enum RunSelection {
  /// - Parameter target: a folder, collection or request: a path on the disk, or one inside the collection.
  static func requests(
    _ target: String?, in location: WorkspaceLocator.Location, tags: Set<String>, excluding: Set<String>
  ) throws(Failure) -> [(node: RequestNode, file: RequestFile)] {
    let workspace = location.workspace.readingOnce
    let tree = workspace.tree()
    let all = tree.collections.flatMap { collection in collection.requests.map { (collection, $0.node) } }
    var chosen = all.map(\.1)
    if let target {
      let path = absolute(target)
      let folder = target.split(separator: "/").joined(separator: "/")
      let (below, inside) = (path + "/", folder + "/")
      chosen = all.filter { collection, node in
        node.path == path || node.path.hasPrefix(below) || node.id == folder || node.id.hasPrefix(inside)
          || collection.path.hasPrefix(below)
      }.map(\.1)
      guard !chosen.isEmpty else {
        throw Failure(.file, "no requests in \(TerminalText.shown(target)); `apus list` shows what there is")
      }
    }
    var files: [(RequestNode, RequestFile)] = []
    let sendable = chosen.filter { if case .unsupported = $0.kind { false } else { true } }
    for (node, read) in zip(sendable, workspace.requests(at: sendable.map(\.path))) {
      let file = try Disk.run { () throws(WorkspaceError) in try read.get() }
      let own = Set(file.definition.tags)
      if !tags.isEmpty, own.isDisjoint(with: tags) { continue }
      if !own.isDisjoint(with: excluding) { continue }
      files.append((node, file))
    }
    return files
  }

  private static func absolute(_ path: String) -> String {
    // What is not on the disk is looked for in the collections.
    guard let real = try? FileSystem.live.resolve(path) else { return path }
    return real
  }
}
