package import Workspaces

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Opening another workspace: Apus ends as it does on `q`, and starts again there.
package enum SwitchAction: Equatable, Sendable {
  /// The workspaces opened before, the last one first.
  case recentRead([RecentWorkspace])
  /// The same for the start page, and the path of the demo workspace; `nil` if it is not installed.
  case startRead([RecentWorkspace], demo: String?)
  /// How many requests are in a folder of the start page, by its path.
  case startCounted(path: String, requests: RequestCount)
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
  /// When it was left last, as far as known.
  package var left: Date?
  /// How many requests are in it, once they are counted.
  package var requests: RequestCount?

  package init(name: String, path: String, shownPath: String, left: Date? = nil) {
    self.name = name
    self.path = path
    self.shownPath = shownPath
    self.left = left
  }
}
