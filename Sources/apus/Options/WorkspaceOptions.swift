import ArgumentParser

/// Which workspace, environment and variables a command works with.
struct WorkspaceOptions: ParsableArguments {
  @Option(
    name: [.customShort("w", allowingJoined: true), .customLong("workspace")],
    help: "The workspace; default: the one around the current folder, else the demo workspace.", completion: .directory)
  var workspace: String?

  @Option(name: [.customShort("e"), .customLong("env")], help: "The environment.", completion: .environments)
  var environment: String?

  @Option(
    name: .customLong("var"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Set a variable for this run; may be repeated.", valueName: "name=value"))
  var variables: [String] = []

  /// What was said, as it is worked with.
  var chosen: WorkspaceChoice {
    WorkspaceChoice(
      workspace: workspace, environment: environment, variables: variables)
  }
}
