import Workspaces

extension Picker {
  /// All requests of the workspace by method, name, URL and file path.
  static func jump(in workspace: WorkspaceTree) -> Picker {
    let isAlone = workspace.collections.count == 1
    var items: [Item] = []
    func add(_ list: [TreeItem], _ folder: String) {
      for item in list {
        switch item {
        case .folder(let node): add(node.items, folder.isEmpty ? node.name : "\(folder) / \(node.name)")
        case .request(let node):
          let title = "\(node.shownMethod.shortMethod.padded(to: 6))\(node.name)  \(node.url)\(node.tagText)"
          let root = isAlone ? workspace.collections[0].path : workspace.folder(of: node.path)
          let place = node.path.hasPrefix(root + "/") ? String(node.path.dropFirst(root.count + 1)) : node.path
          items.append(
            Item(
              id: node.path, title: title, detail: folder, name: node.name, place: place,
              token: .method(node.shownMethod)))
        }
      }
    }
    for collection in workspace.collections {
      add(collection.items, workspace.collections.count > 1 ? workspace.shownName(of: collection) : "")
    }
    return Picker("Jump to a request", .jump, items: items)
  }
}
