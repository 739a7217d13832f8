/// Starts the demo API for a command that falls back to the demo workspace.
enum DemoBackdrop {
  /// The port where the demo workspace expects its API.
  static let usualPort = 4010

  /// - Returns: `nil` if the command uses another workspace or a URL.
  static func start(for options: WorkspaceChoice, target: String) throws(Failure) -> HelperProcess? {
    guard options.workspace == nil, !TargetFinder.isURL(target) else { return nil }
    // Without a workspace, the command reports the error itself, or treats its target as a URL.
    guard let location = try? WorkspaceLocator.locate(nil) else { return nil }
    return try start(in: location)
  }

  /// - Returns: `nil` unless the command fell back to the demo workspace.
  static func start(in location: WorkspaceLocator.Location) throws(Failure) -> HelperProcess? {
    guard location.isDemo else { return nil }
    return try HelperProcess.demo()
  }
}
