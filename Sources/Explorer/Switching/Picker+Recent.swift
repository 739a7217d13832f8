extension Picker {
  /// The workspaces opened before; a path can be typed instead.
  /// - Parameters:
  ///   - folder: what a typed path counts from.
  ///   - isBeside: whether what is open stays open.
  static func recent(_ workspaces: [RecentWorkspace], from folder: String, isBeside: Bool = false) -> Picker {
    let title = isBeside ? "Open beside this" : "Open a workspace"
    return Picker(
      folder.isEmpty ? "\(title) (or type a path)" : "\(title) (or type a path from \(folder))",
      .workspace(isBeside: isBeside),
      items: workspaces.map { recent in
        Item(
          id: recent.paths.joined(separator: String(between)), title: recent.name, detail: recent.shownPath,
          place: recent.shownPath)
      },
      takesTyped: true)
  }

  /// Stands between the paths of folders that were open side by side: no path contains it.
  private static let between: Character = "\0"

  /// The paths of a chosen item, or the path that was typed.
  static func paths(of id: String) -> [String] { id.split(separator: between).map(String.init) }
}
