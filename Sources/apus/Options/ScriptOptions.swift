import ArgumentParser

/// The options for the scripts of a run.
struct ScriptOptions: ParsableArguments {
  @Flag(help: "Allow the scripts of these requests to run, for this run.")
  var allowScripts = false

  @Flag(help: "Send the requests without their scripts.")
  var noScripts = false

  func validate() throws {
    if allowScripts, noScripts { throw ValidationError("--allow-scripts and --no-scripts exclude each other.") }
  }
}
