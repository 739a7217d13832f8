import Workspaces

extension Picker {
  /// The folders that an item can be moved to: all but itself and its descendants. Of several folders that are open side
  /// by side, nothing moves from one into the other.
  static func folders(in workspace: WorkspaceTree, moving path: String) -> Picker {
    var own = workspace
    let folder = workspace.folder(of: path)
    own.collections.removeAll { workspace.folder(of: $0.path) != folder }
    return Picker("Move to", .folder(moving: path), items: folders(in: own, without: path))
  }

  /// Every folder with those around it.
  static func folders(in workspace: WorkspaceTree, without path: String? = nil) -> [Item] {
    var items: [Item] = []
    func add(_ list: [TreeItem], _ name: String) {
      for case .folder(let node) in list where node.path != path {
        items.append(Item(id: node.path, title: "\(name) / \(node.name)"))
        add(node.items, "\(name) / \(node.name)")
      }
    }
    for collection in workspace.collections {
      let name = workspace.shownName(of: collection)
      items.append(Item(id: collection.path, title: name))
      add(collection.items, name)
    }
    return items
  }
}
