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

  /// Nothing was said on the command line.
  static var none: WorkspaceOptions {
    var options = WorkspaceOptions()
    options.workspace = nil
    options.environment = nil
    options.variables = []
    return options
  }

  /// The variables taken apart, the last one of a name wins.
  func assignments() throws(Failure) -> [(name: String, value: String)] {
    try Self.assignments(in: variables)
  }

  static func assignments(in texts: [String]) throws(Failure) -> [(name: String, value: String)] {
    var found: [(name: String, value: String)] = []
    for text in texts {
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw Failure(.usage, "\(TerminalText.shown(text)) sets no variable; write NAME=VALUE")
      }
      let name = String(text[..<equals])
      found.removeAll { $0.name == name }
      found.append((name, String(text[text.index(after: equals)...])))
    }
    return found
  }
}
