import Explorer
import Workspaces

/// The journal path for the draft of a request without a file: a path that no file of a collection can have.
enum ScratchPath {
  private static let prefix = ".apus-scratch-"

  static func of(_ key: RequestKey, in workspace: Workspace) -> String? {
    guard case .scratch(let number) = key else { return nil }
    return "\(workspace.path)/\(prefix)\(number)"
  }

  static func number(of path: String, in workspace: Workspace) -> Int? {
    let start = "\(workspace.path)/\(prefix)"
    return path.hasPrefix(start) ? Int(path.dropFirst(start.count)) : nil
  }
}
