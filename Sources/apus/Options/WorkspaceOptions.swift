import ArgumentParser
import Workspaces

/// The options for the environment and variables of a command, beside `WorkspacePlace`.
struct WorkspaceOptions: ParsableArguments {
  @Option(
    name: [.customShort("e"), .customLong("env"), .customLong("environment")], help: "The environment.",
    completion: .environments)
  var environment: String?

  @Option(
    name: .customLong("var"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Set a variable for this run; may be repeated.", valueName: "name=value"))
  var variables: [String] = []

  @Option(
    name: .customLong("answer"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Answer the prompt {{?label}} in advance; may be repeated.", valueName: "label=value"))
  var answers: [String] = []

  /// The parsed options.
  func chosen(_ place: WorkspacePlace) -> WorkspaceChoice {
    WorkspaceChoice(
      workspace: place.workspace, isDemo: place.demo, environment: environment, variables: variables,
      answers: answers)
  }
}

/// The options that name the workspace of a command.
struct WorkspacePlace: ParsableArguments {
  @Option(
    name: [.customShort("w", allowingJoined: true), .customLong("workspace")],
    help: "The workspace or collection; default: the one around the current folder.", completion: .directory)
  var workspace: String?

  @Flag(help: "Use the demo; its API runs while the command runs.")
  var demo = false

  func validate() throws {
    if demo, workspace != nil { throw ValidationError("--demo and --workspace exclude each other.") }
  }

  /// - Parameter path: selects its own workspace if none is named.
  func locate(around path: String? = nil) throws(Failure) -> WorkspaceLocator.Location {
    try WorkspaceLocator.locate(workspace, isDemo: demo, around: path)
  }
}

/// The workspace, environment and variables named on the command line.
struct WorkspaceChoice: Sendable {
  var workspace: String?
  /// True for the demo workspace.
  var isDemo = false
  var environment: String?
  var variables: [String] = []
  /// The answers to prompts (`{{?label}}`).
  var answers: [String] = []

  /// True if the command line names no workspace.
  var isOpen: Bool { workspace == nil && !isDemo }

  /// - Parameter path: selects its own workspace if none is named.
  func locate(around path: String? = nil) throws(Failure) -> WorkspaceLocator.Location {
    try WorkspaceLocator.locate(workspace, isDemo: isDemo, around: path)
  }

  /// The parsed variables; the last one with a given name wins.
  func assignments() throws(Failure) -> [(name: String, value: String)] {
    try Self.assignments(in: variables)
  }

  /// The answers, by label.
  func answered() throws(Failure) -> [String: String] {
    var found: [String: String] = [:]
    for (label, value) in try Self.assignments(in: answers, of: "has no answer; write LABEL=VALUE") {
      found[label] = value
    }
    return found
  }

  static func assignments(
    in texts: [String], of problem: String = "sets no variable; write NAME=VALUE"
  ) throws(Failure) -> [(name: String, value: String)] {
    var found: [(name: String, value: String)] = []
    for text in texts {
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw Failure(.usage, "\(text.startOfArgument) \(problem)")
      }
      let name = String(text[..<equals])
      found.removeAll { $0.name == name }
      found.append((name, String(text[text.index(after: equals)...])))
    }
    return found
  }
}

/// Reports errors in the settings for a command that uses them; the valid settings apply.
enum SettingsNotes {
  /// - Parameter workspace: `nil` for the user's own settings alone.
  static func report(of workspace: Workspace?) {
    let read = workspace?.configuration() ?? SettingsFolder().configuration()
    for fault in read.faults { Output.error.say("apus: \(fault)") }
  }
}
