import Workspaces

/// Selects the requests of a run: those in a folder, in the order of the tree, with the requested tags.
struct RunSelection {
  /// One request with its file, or why that cannot be used: it then fails in its turn and does not stop the others.
  struct Item {
    var node: RequestNode
    var source: Result<RequestSource, Failure>
  }

  private(set) var items: [Item] = []

  /// - Parameter target: a folder, collection or request, as a path on the disk or inside the collection.
  /// - Throws: if nothing is found.
  static func of(
    _ target: String?, in location: WorkspaceLocator.Location, tags: Set<String>, excluding: Set<String>
  ) throws(Failure) -> RunSelection {
    let workspace = location.workspace.readingOnce
    var selection = RunSelection()
    for node in try chosen(target, in: workspace) {
      if let fault = node.fault {
        selection.items.append(Item(node: node, source: .failure(failure(fault))))
        continue
      }
      if case .unsupported = node.kind { continue }
      let source = source(of: node, in: workspace)
      // The tags of an unreadable file are unknown; leaving it out would make the run look complete.
      if !tags.isEmpty || !excluding.isEmpty, let file = source.file {
        let own = Set(file.definition.tags)
        guard tags.isEmpty || !own.isDisjoint(with: tags), own.isDisjoint(with: excluding) else { continue }
      }
      selection.items.append(Item(node: node, source: source))
    }
    return selection
  }

  private static func source(of node: RequestNode, in workspace: Workspace) -> Result<RequestSource, Failure> {
    Result { () throws(Failure) in
      try Disk.run { () throws(WorkspaceError) in try workspace.source(at: node.path) }
    }
  }

  private static func failure(_ fault: Notice) -> Failure {
    Failure(.file, WorkspaceError.invalid(fault).description)
  }

  /// The requests that a path means: one on the disk, or one inside a collection; else the one that is named as for
  /// `apus send`.
  static func nodes(of target: String, in workspace: Workspace, _ tree: WorkspaceTree) -> [RequestNode] {
    let chosen = nodes(below: target, in: tree)
    guard chosen.isEmpty else { return chosen }
    return workspace.find(target, in: tree, currentFolder: WorkspaceLocator.currentFolder()).map { [$0] } ?? []
  }

  /// The requests that a path on the disk, or inside a collection, holds.
  static func nodes(below target: String, in tree: WorkspaceTree) -> [RequestNode] {
    var chosen: [RequestNode] = []
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
    return chosen
  }

  private static func chosen(_ target: String?, in workspace: Workspace) throws(Failure) -> [RequestNode] {
    let tree = workspace.tree()
    // What is left out is said, so that a run never looks whole that is not.
    for notice in tree.notices { Output.error.say("apus: \(TerminalText.shown(notice.description))") }
    var chosen: [RequestNode] = []
    if let target {
      chosen = nodes(of: target, in: workspace, tree)
    } else {
      for collection in tree.collections { collection.forEachRequest { chosen.append($0) } }
    }
    guard target == nil || !chosen.isEmpty else {
      throw Failure(.file, "no requests in \(target ?? "")\(elsewhere(than: target ?? "", tree))")
    }
    return chosen
  }

  /// What is there in place of requests, and what to do: the workspace may be another one than that of the folder, have
  /// its collections beside it, or name only some that lie outside.
  private static func elsewhere(than target: String, _ tree: WorkspaceTree) -> String {
    let usual = "; `apus list` shows what there is"
    // What is not on the disk was meant to be inside a collection.
    guard let path = try? FileSystem.live.resolve(target) else { return usual }
    let workspace = TerminalText.shown(tree.path)
    guard !tree.collections.isEmpty else {
      return ": no collection of the workspace \(workspace) can be opened; run one by its own path"
    }
    let others = tree.collections.map(\.path).filter { $0 != path && !path.hasPrefix($0 + "/") }
    guard others.count == tree.collections.count else { return usual }
    let shown = others.prefix(5).map(TerminalText.shown).joined(separator: ", ")
    let rest = others.count > 5 ? " and \(others.count - 5) more" : ""
    return ": the workspace \(workspace) has its collections elsewhere (\(shown)\(rest)); "
      + "leave the path out to run all of them, or name one"
  }

  private static func absolute(_ path: String) -> String {
    // A path that is not on the disk is looked up in the collections.
    guard let real = try? FileSystem.live.resolve(path) else { return path }
    return real
  }
}

extension Result<RequestSource, Failure> {
  /// `nil` if it cannot be read; the error is reported in its turn.
  fileprivate var file: RequestFile? {
    guard case .success(let source) = self else { return nil }
    // The error is reported when it is the request's turn.
    return try? source.file()
  }
}
