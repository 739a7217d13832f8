/// Opening another workspace: Apus ends as it does on `q`, and starts again there.
package enum SwitchAction: Equatable, Sendable {
  /// The workspaces opened before, the last one first.
  case recentRead([RecentWorkspace])
  /// A path that was chosen or typed can be opened; `nil` is the workspace that is open.
  case found(path: String?)
  // From the user
  case requested
  case chosen(path: String)
}

/// A workspace that was opened before.
package struct RecentWorkspace: Hashable, Sendable {
  package var name: String
  /// Absolute path.
  package var path: String
  /// The path as it is shown: `~/projects/shop`.
  package var shownPath: String

  package init(name: String, path: String, shownPath: String) {
    self.name = name
    self.path = path
    self.shownPath = shownPath
  }
}
