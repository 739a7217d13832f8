import Networking

extension Workspace {
  /// The commands for the secrets that a request uses and that have no value on this machine.
  package func secretCommands(
    for definition: RequestDefinition, in context: SendContext
  ) throws(SendRefusal) -> [(found: MissingVariable, command: SecretCommand)] {
    let missing = context.missing(in: definition).filter {
      if case .secretWithoutValue = $0.variable.reason { true } else { false }
    }
    guard !missing.isEmpty, let name = context.environment?.name else { return [] }
    let commands: [SecretCommand]
    do throws(WorkspaceError) {
      guard let file = try environment(named: name, of: context.folder) else { return [] }
      commands = try secretCommands(of: file)
    } catch {
      throw SendRefusal(missing[0].field, .invalid(error.description), missing[0].place)
    }
    return missing.compactMap { found in
      commands.first { $0.name == found.variable.name }.map { (found, $0) }
    }
  }
}

extension SendContext {
  /// The values that must not be written into a file, by variable name: for `SaveOptions.secrets`.
  package var secretValues: [String: String] {
    let secret = variables.secretTexts
    return Dictionary(secret) { first, _ in first }
  }

  /// Sets, for this session, a secret that the environment declares without a value.
  /// - Parameter command: the source of the value; sending the value needs the same consent as running the command.
  package mutating func setSecret(_ name: String, _ value: String, from command: SecretCommand) {
    guard let environment = variables.unsetSecrets.removeValue(forKey: name) else { return }
    let origin = VariableTable.Origin.environment(environment)
    let place = variables.entries.firstIndex { $0.origin.rank >= origin.rank } ?? variables.entries.count
    let source = OutsideSource.command(command.command)
    variables.entries.insert(.init(name, value, isSecret: true, origin: origin, source: source), at: place)
  }
}
