import Basics
import Interchange
import Sessions
import Workspaces

/// A file for the variables at the end of a run, as newman's `--export-environment`, `--export-globals` and
/// `--export-collection` write it.
struct VariableExport {
  /// Environment, globals or collection.
  let scope: ScriptScope
  let path: String

  /// Fails if one file cannot hold the variables of a run: those of several collections, or a collection that is not
  /// Postman's.
  static func check(
    _ exports: [VariableExport], of selected: RunSelection, in workspace: Workspace, _ temporary: TemporaryImport?
  ) throws(Failure) {
    guard let first = exports.first else { return }
    if exports.contains(where: { $0.scope == .collection }), temporary?.isPostman != true {
      throw Failure(
        .usage, "--export-collection needs a file of Postman; `apus export postman` writes a collection of Apus")
    }
    let collections = workspace.collectionPaths().filter { collection in
      selected.items.contains { FilePaths.isBelow($0.node.path, collection) }
    }
    guard collections.count > 1 else { return }
    let option = first.scope == .globals ? "--export-globals" : "--export-environment"
    throw Failure(.usage, "\(option) needs one collection, and the run has \(collections.count); name one of them")
  }

  /// Only the user may read the file, because it contains the values of secrets.
  func write(_ runner: Runner, _ temporary: TemporaryImport?) throws(Failure) {
    let text = try text(runner, temporary)
    let file = try OutputFile(path, isPrivate: true)
    try file.output.write(text)
    try file.commit()
  }

  private func text(_ runner: Runner, _ temporary: TemporaryImport?) throws(Failure) -> String {
    guard scope == .collection, let temporary else {
      return runner.postmanVariables(scope, named: scope == .globals ? "Globals" : "Environment").pretty + "\n"
    }
    do throws(ImportError) {
      let name = temporary.location.workspace.name
      let collection = try runner.postmanCollection(temporary.source, named: name)
      for notice in collection.notices { Output.error.say("apus: \(path): \(notice)") }
      return collection.text
    } catch {
      throw Failure(.file, "\(temporary.path): \(error)")
    }
  }
}
