import Terminal

/// Commands that choose and edit environments.
enum EnvironmentCommands {
  typealias Record = CommandRecord<EnvironmentFeature.State, EnvironmentFeature.Action>

  static let all: [Record] = [choose, edit]

  private static let choose = Record(
    "chooseEnvironment", "Choose the environment", [.character("e")], section: .environments, rank: 10,
    footer: .word("env"), handler: { _ in [.chooseRequested] })

  static let edit = Record(
    "editEnvironment", "Edit the environment", [.character("E")], section: .environments, rank: 20,
    handler: { _ in [.editRequested()] })
}
