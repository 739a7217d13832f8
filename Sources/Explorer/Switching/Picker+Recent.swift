extension Picker {
  /// The workspaces opened before; a path can be typed instead.
  static func recent(_ workspaces: [RecentWorkspace]) -> Picker {
    Picker(
      "Open a workspace (or type a path)", .workspace,
      items: workspaces.map { Item(id: $0.path, title: $0.name, detail: $0.shownPath, place: $0.shownPath) },
      takesTyped: true)
  }
}
