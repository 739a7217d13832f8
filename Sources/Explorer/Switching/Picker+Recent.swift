extension Picker {
  /// The workspaces opened before; a path can be typed instead.
  /// - Parameter folder: what a typed path counts from.
  static func recent(_ workspaces: [RecentWorkspace], from folder: String) -> Picker {
    Picker(
      folder.isEmpty ? "Open a workspace (or type a path)" : "Open a workspace (or type a path from \(folder))",
      .workspace,
      items: workspaces.map { Item(id: $0.path, title: $0.name, detail: $0.shownPath, place: $0.shownPath) },
      takesTyped: true)
  }
}
