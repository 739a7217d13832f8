import ArgumentParser

/// The program: reads the command line, runs what it asks for, and turns every way to end into an exit status.
@main struct Apus: AsyncParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "apus",
    abstract: "An API explorer for the terminal: browse, edit and send HTTP requests kept in plain files.",
    discussion: """
      Without a command it opens PATH, a workspace or collection, on the screen; without a PATH the current folder, and \
      where that is none the demo workspace.
      """,
    version: version,
    subcommands: [
      OpenCommand.self, SendCommand.self, CurlSendCommand.self, RunCommand.self, ListCommand.self, ImportCommand.self,
      ExportCommand.self, HistoryCommand.self, EnvironmentCommand.self, JSONCommand.self, QueryCommand.self,
      DemoCommand.self, DoctorCommand.self, CompletionCommand.self, ManualCommand.self,
    ],
    defaultSubcommand: OpenCommand.self)

  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    // Scripts ask for the version often; the answer needs no parser.
    if arguments == ["--version"] { Ending.leave(with: Output.standard.line(version)) }
    do {
      // What belongs to curl is not for the parser: values there may look like options.
      if arguments.first == "curl" {
        try await CurlSendCommand.run(Array(arguments.dropFirst()))
        Ending.leave(.done)
      }
      // Fingers do not wait for the screen either: a path alone needs no parser.
      if let path = screenPath(arguments) {
        if let word = path.first { try OpenCommand.check(word) }
        try await Interactive.run(path: path.first, environment: nil)
        Ending.leave(.done)
      }
      if arguments.first == "help" { try checkHelp(arguments.dropFirst()) }
      var command = try Apus.parseAsRoot(Array(arguments))
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      Ending.leave(.done)
    } catch {
      Ending.leave(after: error)
    }
  }

  /// Help on a command that there is not is no help.
  private static func checkHelp(_ names: ArraySlice<String>) throws(Failure) {
    var commands = configuration.subcommands
    for name in names where !name.hasPrefix("-") {
      guard let command = commands.first(where: { $0.configuration.commandName == name }) else {
        throw Failure(.usage, "there is no command \(TerminalText.shown(name)); `apus help` lists them")
      }
      commands = command.configuration.subcommands
    }
  }

  /// What to open, in an array of at most one, where the command line is no more than that.
  private static func screenPath(_ arguments: ArraySlice<String>) -> [String]? {
    guard let path = arguments.first else { return [] }
    let isCommand = path == "help" || configuration.subcommands.contains { $0.configuration.commandName == path }
    return arguments.count == 1 && !path.hasPrefix("-") && !path.isEmpty && !isCommand ? [path] : nil
  }
}
