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
  /// The folders that were chosen or typed can be opened; `nil` are those that are open.
  case found(paths: [String]?)
  // From the user
  case requested
  /// The user wants to open a folder beside what is open.
  case besideRequested
  /// A path, or the paths of folders that were open side by side.
  case chosen(paths: [String], isBeside: Bool = false)
  /// The user wants to close the folder of the current collection, and keep the others.
  case closeRequested
}

/// A workspace that was opened before.
package struct RecentWorkspace: Hashable, Sendable {
  package var name: String
  /// Absolute path.
  package var path: String
  /// The folders that were open beside it, absolute.
  package var beside: [String] = []
  /// The path as it is shown: `~/projects/shop`.
  package var shownPath: String
  /// When it was left last, as far as known.
  package var left: Date?
  /// How many requests are in it, once they are counted.
  package var requests: RequestCount?

  /// All its folders.
  package var paths: [String] { [path] + beside }

  package init(name: String, path: String, beside: [String] = [], shownPath: String, left: Date? = nil) {
    self.name = name
    self.path = path
    self.beside = beside
    self.shownPath = shownPath
    self.left = left
  }
}
