import Terminal

/// What chooses and edits environments.
enum EnvironmentCommands {
  static let all: [Command] = [choose, edit]

  static let choose = Command(
    "chooseEnvironment", "Choose the environment", [.character("e")], section: .environments, rank: 10,
    footer: .word("env"), handler: { $0.chooseEnvironmentRequested() })

  static let edit = Command(
    "editEnvironment", "Edit the environment", [.character("E")], section: .environments, rank: 20,
    handler: { $0.editEnvironmentRequested() })
}
