import ArgumentParser

/// The options for the workspace, environment and variables of a command.
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

  @Option(
    name: .customLong("answer"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Answer what {{?label}} asks for, instead of being asked; may be repeated.", valueName: "label=value"))
  var answers: [String] = []

  /// The parsed options.
  var chosen: WorkspaceChoice {
    WorkspaceChoice(
      workspace: workspace, environment: environment, variables: variables, answers: answers)
  }
}
