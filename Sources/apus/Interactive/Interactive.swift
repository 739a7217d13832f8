/// The screen, as the command line starts it.
enum Interactive {
  /// - Parameters:
  ///   - path: a workspace or collection; the current folder, else the demo workspace, when `nil`.
  ///   - environment: the name of the environment to start with.
  static func run(path: String?, environment: String?) async throws {
    throw Failure(.usage, "this build has no screen; `apus help` lists the commands that work without one")
  }
}
