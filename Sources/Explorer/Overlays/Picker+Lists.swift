import Workspaces

extension Picker {
  /// All commands by name, with their keys; those refused now come last, with the reason.
  static func palette(for state: AppState) -> Picker {
    let items = state.commands.records.filter { $0.isListed && $0 != OverlayCommands.palette }.map { command in
      let nowhere = state.pane(for: command) == nil ? "Not on the tabs that are open" : nil
      return Item(
        id: command.name, title: command.title, detail: command.keys.first?.name ?? "",
        refusal: nowhere ?? state.refusal(of: command))
    }
    return Picker(
      "Palette", .palette, items: items.filter { $0.refusal == nil } + items.filter { $0.refusal != nil })
  }

  /// All requests of the workspace by method, name, URL and file path.
  static func jump(in workspace: WorkspaceTree) -> Picker {
    let root = workspace.collections.count > 1 ? workspace.path : workspace.collections.first?.path ?? workspace.path
    var items: [Item] = []
    func add(_ list: [TreeItem], _ folder: String) {
      for item in list {
        switch item {
        case .folder(let node): add(node.items, folder.isEmpty ? node.name : "\(folder) / \(node.name)")
        case .request(let node):
          let title = "\(node.method.shortMethod.padded(to: 6))\(node.name)  \(node.url)"
          let place = node.path.hasPrefix(root + "/") ? String(node.path.dropFirst(root.count + 1)) : node.path
          items.append(
            Item(id: node.path, title: title, detail: folder, place: place, token: .method(node.method)))
        }
      }
    }
    for collection in workspace.collections {
      add(collection.items, workspace.collections.count > 1 ? collection.name : "")
    }
    return Picker("Jump to a request", .jump, items: items)
  }

  private static let automaticTheme = "auto"

  /// - Parameter chosen: `nil` while the theme follows the terminal.
  static func themes(chosen: Theme.Name?) -> Picker {
    let follows = Item(id: automaticTheme, title: automaticTheme, detail: "dark or light, as the terminal is")
    let items = Theme.Name.allCases.map { Item(id: $0.rawValue, title: $0.rawValue) }
    return Picker("Theme", .theme, items: [follows] + items, selected: chosen?.rawValue ?? automaticTheme)
  }

  /// The folders that an item can be moved to: all but itself and its descendants.
  static func folders(in workspace: WorkspaceTree, moving path: String) -> Picker {
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
    return Picker("Move to", .folder(moving: path), items: items)
  }
}
