/// Paths as people type them into a field of the screen, which no shell has expanded.
enum HomePath {
  /// With the user's home in place of `~`, alone or before a slash.
  static func expanded(_ path: String, _ process: [String: String]) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = process["HOME"] else { return path }
    return home + path.dropFirst()
  }

  /// The same, from the root: a relative path counts from the current folder.
  static func absolute(_ path: String, _ process: [String: String]) -> String {
    let path = expanded(path, process)
    return path.hasPrefix("/") ? path : "\(WorkspaceLocator.currentFolder())/\(path)"
  }
}
