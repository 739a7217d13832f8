/// A secret whose value a command prints (`op read …`, `pass …`): `command:` beside `secret: true`.
package struct SecretCommand: Hashable, Sendable {
  package var name: String
  package var environment: String
  /// As written in the file, run by `/bin/sh -c`.
  package var command: String
  /// The collection that contains it.
  package var collection: String

  package init(name: String, environment: String, command: String, collection: String) {
    self.name = name
    self.environment = environment
    self.command = command
    self.collection = collection
  }
}

extension SecretCommand {
  /// The use that the user consents to.
  package var use: OutsideUse {
    OutsideUse(.command(command), to: "", place: "secret \(name) of environment \(environment)")
  }
}

extension ConsentStore {
  package func allows(_ command: SecretCommand) throws(WorkspaceError) -> Bool {
    try unallowed([command.use], of: command.collection).isEmpty
  }

  /// Whether the command may run for at least one receiver. Consent for the request's receiver is checked before.
  func mayRun(_ command: SecretCommand) throws(WorkspaceError) -> Bool {
    try records(of: command.collection).contains { $0.source == command.use.source }
  }

  package func allow(_ command: SecretCommand) throws(WorkspaceError) {
    try allow([command.use], for: command.collection)
  }
}

extension Workspace {
  /// The commands that an environment's secrets need, whether allowed or not.
  package func secretCommands(of environment: EnvironmentFile) throws(WorkspaceError) -> [SecretCommand] {
    let root = try parsed(environment.bytes, environment.path).root
    let collection = collection(of: environment.path)
    return (root?["variables"]?.items ?? []).compactMap { entry in
      guard entry["secret"]?.bool == true, entry["disabled"]?.bool != true, let name = entry["name"]?.text,
        let command = entry["command"]?.text, !command.isEmpty
      else { return nil }
      return SecretCommand(
        name: name, environment: environment.environment.name, command: command, collection: collection)
    }
  }
}
