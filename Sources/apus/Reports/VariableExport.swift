import Basics
import Sessions
import Workspaces

/// A file for the variables at the end of a run, as newman's `--export-environment` and `--export-globals` write it.
struct VariableExport {
  /// Environment or globals.
  let scope: ScriptScope
  let path: String

  /// Fails if the variables of a run are those of several collections, which one file cannot hold.
  static func check(
    _ exports: [VariableExport], of selected: RunSelection, in workspace: Workspace
  ) throws(Failure) {
    guard let first = exports.first else { return }
    let collections = workspace.collectionPaths().filter { collection in
      selected.items.contains { FilePaths.isBelow($0.node.path, collection) }
    }
    guard collections.count > 1 else { return }
    let option = first.scope == .globals ? "--export-globals" : "--export-environment"
    throw Failure(.usage, "\(option) needs one collection, and the run has \(collections.count); name one of them")
  }

  /// Only the user may read the file, because it contains the values of secrets.
  func write(_ runner: Runner) throws(Failure) {
    let name = scope == .globals ? "Globals" : "Environment"
    let file = try OutputFile(path, isPrivate: true)
    try file.output.write(runner.postmanVariables(scope, named: name).pretty + "\n")
    try file.commit()
  }
}
