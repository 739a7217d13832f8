import ArgumentParser
import Sessions

/// The scripts of a command: whether they run, and whether the user has allowed them all.
struct ScriptChoice: Sendable {
  var runs = true
  var allowsAll = false

  func apply(to options: inout SendSession.Options) {
    options.runsScripts = runs
    options.allowsScripts = allowsAll
  }
}

/// The options of commands that send requests with scripts.
struct ScriptOptions: ParsableArguments {
  @Flag(help: "Send without the scripts of collection, folders and request.")
  var noScripts = false

  @Flag(help: "Run all scripts of this command without asking; for continuous integration.")
  var allowScripts = false

  func validate() throws {
    if noScripts, allowScripts { throw ValidationError("--no-scripts and --allow-scripts exclude each other.") }
  }

  var choice: ScriptChoice { ScriptChoice(runs: !noScripts, allowsAll: allowScripts) }
}

/// The engine that runs scripts, shared by all sessions of the program.
enum LiveScripts {
  /// `nil` as long as this build has no engine; requests with scripts are then refused.
  static let running: ScriptRunning? = nil
}
