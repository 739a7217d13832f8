import Basics
import Sessions
import Workspaces

/// Writes the variables that scripts have set into the files of their scopes, for `--save-variables`, with a line for
/// each file.
struct VariableSaving: Sendable {
  let workspace: Workspace
  /// True if the environment is that of a file on the command line.
  var isEnvironmentGiven = false

  /// - Throws: if a file cannot be written; the others are.
  func save(_ all: [ChangedVariables]) throws(Failure) {
    var isDone = true
    for changed in all {
      do throws(WorkspaceError) {
        let isElsewhere = changed.scope == .environment && isEnvironmentGiven
        if !isElsewhere, let saved = try workspace.save(changed) { report(saved) } else { reportNoFile(of: changed) }
      } catch {
        isDone = false
        let (names, isOne) = (Self.names(changed.changes.map(\.name)), changed.changes.count == 1)
        say("the \(isOne ? "variable \(names) is" : "variables \(names) are") not saved: \(error.description)")
      }
    }
    if !isDone { throw Failure(.file) }
  }

  private func report(_ saved: SavedVariables) {
    let path = FilePaths.relative(saved.path, to: workspace.path)
    if !saved.written.isEmpty { say("saved \(Quantity.amount(saved.written.count, "variable")) in \(path)") }
    if !saved.stored.isEmpty {
      say("saved \(Quantity.amount(saved.stored.count, "secret")) of \(path) in your own store")
    }
    Self.report(hidden: saved.hidden)
    for name in saved.leftOut {
      say("\(name) is not saved: it looks like a secret, and \(path) is shared; an environment can have secrets")
    }
    for name in saved.templates { say("\(name) is not saved: a file would fill in the braces in its value") }
    for use in saved.allowed { say("\(use.shown) may go to \(use.receiver)") }
  }

  static func report(hidden names: [String]) {
    for name in names {
      Output.error.say("apus: \(name) is a secret: its value goes to your own store, not into the file")
    }
  }

  private func reportNoFile(of changed: ChangedVariables) {
    let (names, environment) = (Self.names(changed.changes.map(\.name)), changed.place.environment)
    let why =
      switch (changed.scope, environment) {
      case (.environment, nil): "no environment is chosen; name one with --env"
      case (.environment, _): "the environment is none of the collection's; --export-environment writes it to a file"
      case (_, let name?) where workspace.folderOfGlobals(of: changed.place.collection) != nil:
        "global variables are in environments/\(name).yml of the workspace, and there is no such file"
      default: "there is no file for global variables"
      }
    say("not saved: \(names): \(why)")
  }

  private func say(_ line: String) { Output.error.say("apus: \(TerminalText.line(line))") }

  /// The first names; scripts may set any number.
  private static func names(_ all: [String]) -> String {
    all.prefix(5).joined(separator: ", ") + (all.count > 5 ? " and \(all.count - 5) more" : "")
  }
}
