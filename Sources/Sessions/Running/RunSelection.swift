import Basics
package import Workspaces

/// Selects the requests of a run: those in a folder, in tree order, with the requested tags.
package struct RunSelection: Sendable {
  /// A request and its file, or the error in the file: the request then fails in its turn and does not stop the others.
  package struct Item: Sendable {
    package var node: RequestNode
    package var source: Result<RequestSource, WorkspaceError>
  }

  package private(set) var items: [Item] = []
  /// True if no requested item is missing, such as the requests of an unreadable folder.
  package private(set) var isComplete = true

  /// Nothing was found; contains the available alternatives.
  package enum Fault: Error, Hashable, Sendable {
    case nothing
    /// None of the workspace's collections can be opened.
    case noCollections(workspace: String)
    /// No folder and no request below the target has this name.
    case notNamed(String)
    /// The folder exists, but the workspace's collections are in other folders.
    case elsewhere(collections: [String], workspace: String)
  }

  /// - Parameters:
  ///   - target: a folder, collection or request, as a path on disk or inside a collection.
  ///   - report: called for each omitted item of the target, so that an incomplete run never looks complete, and for all
  ///     of them if nothing is found.
  package static func of(
    _ target: String?, in workspace: Workspace, currentFolder: String, named names: [String] = [],
    tags: Set<String> = [], excluding: Set<String> = [], report: (Notice) -> Void
  ) throws(Fault) -> RunSelection {
    let tree = workspace.tree()
    let nodes: [RequestNode]
    do throws(Fault) {
      nodes = try named(names, among: try chosen(target, in: workspace, tree, currentFolder), in: tree)
    } catch {
      for notice in tree.notices { report(notice) }
      throw error
    }
    for notice in tree.notices where concerns(notice, target, in: tree) { report(notice) }
    var selection = RunSelection(nodes, in: workspace, tags: tags, excluding: excluding)
    selection.isComplete = !tree.notices.contains { $0.severity == .error && concerns($0, target, in: tree) }
    return selection
  }

  /// Returns whether a notice concerns something at or below a path on disk or in a collection.
  private static func concerns(_ notice: Notice, _ target: String?, in tree: WorkspaceTree) -> Bool {
    guard let target else { return true }
    return places(of: target, in: tree).contains { notice.isIn($0) }
  }

  /// The notice about a folder around a path on disk or in a collection: the reason why it is not found.
  package static func notice(around target: String, in tree: WorkspaceTree) -> Notice? {
    let places = places(of: target, in: tree)
    return tree.notices.first { notice in places.contains { $0.hasPrefix("\(notice.location)/") } }
  }

  /// The paths on disk that a path on disk or in a collection may mean.
  package static func places(of target: String, in tree: WorkspaceTree) -> [String] {
    let folder = target.split(separator: "/").joined(separator: "/")
    return [absolute(target)] + tree.collections.map { "\($0.path)/\(folder)" }
  }

  /// True if a path names nothing on disk and nothing in a collection.
  package static func isMissing(_ target: String, in workspace: Workspace) -> Bool {
    places(of: target, in: workspace.tree()).allSatisfy { FileSystem.live.examined($0) == nil }
  }

  /// Selects the given requests that can be sent.
  package init(
    _ nodes: [RequestNode], in workspace: Workspace, tags: Set<String> = [], excluding: Set<String> = []
  ) {
    for (number, node) in nodes.enumerated() {
      StepReport.receiver?(number, nodes.count)
      if let fault = node.fault {
        items.append(Item(node: node, source: .failure(.invalid(fault))))
        continue
      }
      if case .unsupported = node.kind { continue }
      let source = Self.source(of: node, in: workspace)
      // The tags of an unreadable file are unknown; leaving it out would make the run look complete.
      if !tags.isEmpty || !excluding.isEmpty, let file = source.file {
        let own = Set(file.definition.tags)
        guard tags.isEmpty || !own.isDisjoint(with: tags), own.isDisjoint(with: excluding) else { continue }
      }
      items.append(Item(node: node, source: source))
    }
  }

  private static func source(of node: RequestNode, in workspace: Workspace) -> Result<RequestSource, WorkspaceError> {
    Result { () throws(WorkspaceError) in try workspace.source(at: node.path) }
  }

  /// The requests at a path on disk or in a collection, otherwise the one with this name, as in `apus send`.
  package static func nodes(
    of target: String, in workspace: Workspace, _ tree: WorkspaceTree, currentFolder: String
  ) -> [RequestNode] {
    let chosen = nodes(below: target, in: tree)
    guard chosen.isEmpty else { return chosen }
    return workspace.find(target, in: tree, currentFolder: currentFolder).map { [$0] } ?? []
  }

  /// The requests at or below a path on disk or inside a collection.
  package static func nodes(below target: String, in tree: WorkspaceTree) -> [RequestNode] {
    var chosen: [RequestNode] = []
    // An empty target would match every path.
    guard !target.isEmpty else { return [] }
    let path = absolute(target)
    let folder = target.split(separator: "/").joined(separator: "/")
    for collection in tree.collections {
      collection.forEachRequest { node in
        if FilePaths.isBelow(node.path, path) || FilePaths.isBelow(node.id, folder) { chosen.append(node) }
      }
    }
    return chosen
  }

  private static func chosen(
    _ target: String?, in workspace: Workspace, _ tree: WorkspaceTree, _ currentFolder: String
  ) throws(Fault) -> [RequestNode] {
    guard let target else {
      var all: [RequestNode] = []
      for collection in tree.collections { collection.forEachRequest { all.append($0) } }
      return all
    }
    let chosen = nodes(of: target, in: workspace, tree, currentFolder: currentFolder)
    guard !chosen.isEmpty else { throw fault(for: target, tree) }
    return chosen
  }

  /// The requests with one of these names, and those in folders with one, in their order.
  private static func named(
    _ names: [String], among nodes: [RequestNode], in tree: WorkspaceTree
  ) throws(Fault) -> [RequestNode] {
    if names.isEmpty { return nodes }
    var found: [String: Set<String>] = [:]
    func look(_ items: [TreeItem], _ around: Set<String>) {
      for item in items {
        switch item {
        case .folder(let folder): look(folder.items, around.union([folder.name]))
        case .request(let node): for name in around.union([node.name]) { found[name, default: []].insert(node.path) }
        }
      }
    }
    for collection in tree.collections { look(collection.items, []) }
    for name in names where found[name] == nil { throw .notNamed(name) }
    let paths = names.reduce(into: Set<String>()) { $0.formUnion(found[$1] ?? []) }
    return nodes.filter { paths.contains($0.path) }
  }

  /// The reason why nothing was found: the folder may belong to another workspace, or the collections may be outside
  /// the folder.
  private static func fault(for target: String, _ tree: WorkspaceTree) -> Fault {
    // A path that is not on disk refers to an item in a collection.
    guard let path = try? FileSystem.live.resolve(target) else { return .nothing }
    guard !tree.collections.isEmpty else { return .noCollections(workspace: tree.path) }
    let others = tree.collections.map(\.path).filter { !FilePaths.isBelow(path, $0) }
    guard others.count == tree.collections.count else { return .nothing }
    return .elsewhere(collections: others, workspace: tree.path)
  }

  private static func absolute(_ path: String) -> String {
    // A path that is not on disk is looked up in the collections.
    guard let real = try? FileSystem.live.resolve(path) else { return path }
    return real
  }
}

extension Result<RequestSource, WorkspaceError> {
  /// The request's file; `nil` if it cannot be read.
  fileprivate var file: RequestFile? {
    guard case .success(let source) = self else { return nil }
    // The error is reported when it is the request's turn.
    return try? source.file()
  }
}
