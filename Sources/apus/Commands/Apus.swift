import ArgumentParser
import Basics
import Networking

/// The command line: lists all commands and describes the program as a whole.
struct Apus: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apus",
    abstract: "An API explorer for the terminal: browse, edit and send HTTP requests stored in plain files.",
    discussion: """
      Without a command, apus opens PATH on the screen: a workspace, a collection or any other folder; without a PATH, \
      the current folder. Several PATHs open side by side. On the screen, ? shows the keys, and : finds every action \
      by its name. `apus demo` opens a demo with an API of its own; commands use it with --demo.

      Besides plain HTTP, apus supports event streams, WebSocket, GraphQL and gRPC: `apus send` prints their messages \
      as they arrive, and `apus schema` shows what a GraphQL or gRPC server offers.
      """,
    version: ProgramVersion.text,
    subcommands: [
      OpenCommand.self, SendCommand.self, CurlSendCommand.self, RunCommand.self, ServeCommand.self, ListenCommand.self,
      ListCommand.self, ScriptCommand.self, ImportCommand.self,
      ExportCommand.self, HistoryCommand.self, EnvironmentCommand.self, CookiesCommand.self,
      AllowCommand.self, AdoptCommand.self, ConfigCommand.self, KeysCommand.self, ThemesCommand.self,
      JSONCommand.self, QueryCommand.self, SchemaCommand.self, InitCommand.self, DemoCommand.self, DoctorCommand.self,
      CompletionCommand.self, ManualCommand.self,
    ],
    defaultSubcommand: OpenCommand.self)

  static var commandNames: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } }

  static func isCommand(_ name: String) -> Bool { name == "help" || commandNames.contains(name) }

  /// Parses the command line and runs the command.
  static func run(_ arguments: [String]) async throws {
    // The parser first searches the program for its types, which takes 4 ms of the time of a send.
    if arguments.count == 2, arguments[0] == "send", !arguments[1].isEmpty, !arguments[1].hasPrefix("-") {
      return try await SendLine(target: arguments[1]).run()
    }
    if arguments == ["--version"] { return try printVersion() }
    if arguments.first == "help" { try checkHelp(arguments.dropFirst()) }
    var command = try parseAsRoot(arguments)
    if var asynchronous = command as? any AsyncParsableCommand {
      try await asynchronous.run()
    } else {
      try command.run()
    }
  }

  /// Prints the data for a bug report: the version, the commit, and the libcurl in use.
  private static func printVersion() throws(Failure) {
    try Output.standard.line(ProgramVersion.line).get()
    try Output.standard.line(CurlTransport().capabilities.name).get()
  }

  /// Rejects `help` for a command that does not exist.
  private static func checkHelp(_ names: ArraySlice<String>) throws(Failure) {
    var commands = configuration.subcommands
    for name in names where !name.hasPrefix("-") {
      guard let command = commands.first(where: { $0.configuration.commandName == name }) else {
        let known = commands.compactMap { $0.configuration.commandName }
        let near = NearestWord.of(name, in: known).map { "; did you mean \($0)?" }
        throw Failure(.usage, "there is no command \(name)\(near ?? "; `apus help` lists them")")
      }
      commands = command.configuration.subcommands
    }
  }
}
