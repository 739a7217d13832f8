/// Paths as people type them into a field of the screen, which no shell has expanded.
enum HomePath {
  /// With the user's home in place of `~`, alone or before a slash.
  static func expanded(_ path: String, _ process: [String: String]) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = process["HOME"] else { return path }
    return home + path.dropFirst()
  }
}
