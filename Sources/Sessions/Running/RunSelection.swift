import Workspaces

/// Selects the requests of a run: those in a folder, in the order of the tree, with the requested tags.
package struct RunSelection: Sendable {
  /// One request with its file, or why that cannot be used: it then fails in its turn and does not stop the others.
  package struct Item: Sendable {
    package var node: RequestNode
    package var source: Result<RequestSource, WorkspaceError>
  }

  package private(set) var items: [Item] = []

  /// Nothing was found: what there is in its place.
  package enum Fault: Error, Hashable, Sendable {
    case nothing
    /// No collection of the workspace at the path can be opened.
    case noCollections(workspace: String)
    /// The folder exists, and the collections of the workspace lie in other ones.
    case elsewhere(collections: [String], workspace: String)
  }

  /// - Parameters:
  ///   - target: a folder, collection or request, as a path on the disk or inside the collection.
  ///   - tell: is told what is left out, so that a run never looks whole that is not.
  package static func of(
    _ target: String?, in workspace: Workspace, currentFolder: String, tags: Set<String> = [],
    excluding: Set<String> = [], tell: (Notice) -> Void
  ) throws(Fault) -> RunSelection {
    let workspace = workspace.readingOnce
    var selection = RunSelection()
    for node in try chosen(target, in: workspace, currentFolder, tell) {
      if let fault = node.fault {
        selection.items.append(Item(node: node, source: .failure(.invalid(fault))))
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

  private static func source(of node: RequestNode, in workspace: Workspace) -> Result<RequestSource, WorkspaceError> {
    Result { () throws(WorkspaceError) in try workspace.source(at: node.path) }
  }

  /// The requests that a path means: one on the disk, or one inside a collection; else the one that is named as for
  /// `apus send`.
  package static func nodes(
    of target: String, in workspace: Workspace, _ tree: WorkspaceTree, currentFolder: String
  ) -> [RequestNode] {
    let chosen = nodes(below: target, in: tree)
    guard chosen.isEmpty else { return chosen }
    return workspace.find(target, in: tree, currentFolder: currentFolder).map { [$0] } ?? []
  }

  /// The requests that a path on the disk, or inside a collection, holds.
  package static func nodes(below target: String, in tree: WorkspaceTree) -> [RequestNode] {
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

  private static func chosen(
    _ target: String?, in workspace: Workspace, _ currentFolder: String, _ tell: (Notice) -> Void
  ) throws(Fault) -> [RequestNode] {
    let tree = workspace.tree()
    for notice in tree.notices { tell(notice) }
    guard let target else {
      var all: [RequestNode] = []
      for collection in tree.collections { collection.forEachRequest { all.append($0) } }
      return all
    }
    let chosen = nodes(of: target, in: workspace, tree, currentFolder: currentFolder)
    guard !chosen.isEmpty else { throw fault(for: target, tree) }
    return chosen
  }

  /// The workspace may be another one than that of the folder, have its collections beside it, or name only some that
  /// lie outside.
  private static func fault(for target: String, _ tree: WorkspaceTree) -> Fault {
    // What is not on the disk was meant to be inside a collection.
    guard let path = try? FileSystem.live.resolve(target) else { return .nothing }
    guard !tree.collections.isEmpty else { return .noCollections(workspace: tree.path) }
    let others = tree.collections.map(\.path).filter { $0 != path && !path.hasPrefix($0 + "/") }
    guard others.count == tree.collections.count else { return .nothing }
    return .elsewhere(collections: others, workspace: tree.path)
  }

  private static func absolute(_ path: String) -> String {
    // A path that is not on the disk is looked up in the collections.
    guard let real = try? FileSystem.live.resolve(path) else { return path }
    return real
  }
}

extension Result<RequestSource, WorkspaceError> {
  /// `nil` if it cannot be read; the error is reported in its turn.
  fileprivate var file: RequestFile? {
    guard case .success(let source) = self else { return nil }
    // The error is reported when it is the request's turn.
    return try? source.file()
  }
}
