import ArgumentParser
import Workspaces

extension EnvironmentCommand {
  /// `apus env allow NAME`: permits running the commands that provide an environment's secrets.
  struct Allow: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "allow", abstract: "Allow the commands that give its secrets, each exactly as it is written.",
      discussion: """
        A secret with `command: op read …` beside it has its value from that command. It runs only after you allowed \
        it for this collection; a command that changes must be allowed again.
        """)

    @Argument(help: "Its name.", completion: .environments) var name: String
    @OptionGroup var place: Place
    @Flag(help: "Allow them without asking.") var yes = false

    func run() throws {
      let (workspace, _, file) = try place.environment(name)
      let consent = workspace.consents
      try Disk.run { () throws(WorkspaceError) in
        for command in try workspace.secretCommands(of: file) where try !consent.allows(command) {
          guard agrees(to: command) else { continue }
          try consent.allow(command)
        }
      }
    }

    private func agrees(to command: SecretCommand) -> Bool {
      // One line, whatever it contains: a line break could make part of the command look like another question.
      let shown = TerminalText.line("\(command.name): \(command.command)")
      if yes {
        Output.error.say("apus: allowed \(shown)")
        return true
      }
      guard Output.error.isTerminal, Output.standardInputIsTerminal else {
        Output.error.say("apus: not allowed \(shown); add --yes to allow it")
        return false
      }
      Output.error.write(quietly: "Allow \(shown) ? [y/N] ")
      return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
    }
  }
}
