/// Paths as people type them into a field of the screen, which no shell has expanded, and as they are shown.
struct HomePath: Sendable {
  private let home: String?

  init(_ process: [String: String]) { home = process["HOME"] }

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

  /// With `~` for the user's home.
  func shown(_ path: String) -> String {
    guard let home, home != "/", !home.isEmpty else { return path }
    if path == home { return "~" }
    return path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
  }
}
