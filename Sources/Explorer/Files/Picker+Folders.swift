import Workspaces

extension Picker {
  /// The folders that an item can be moved to: all but itself and its descendants.
  static func folders(in workspace: WorkspaceTree, moving path: String) -> Picker {
    Picker("Move to", .folder(moving: path), items: folders(in: workspace, without: path))
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
      items.append(Item(id: collection.path, title: collection.name))
      add(collection.items, collection.name)
    }
    return items
  }
}
