import Networking

extension SendSession {
  /// Fills in the secrets that the request uses and whose values a command gives; each command runs once a session, and
  /// only where the user has allowed it for this collection. Blocks until it ends: it may ask the user for a password.
  func addSecrets(for definition: RequestDefinition, to context: inout SendContext) throws(SendRefusal) {
    for (found, command) in try workspace.secretCommands(for: definition, in: context) {
      context.setSecret(command.name, try value(of: command, for: found), from: command)
    }
  }

  private func value(of command: SecretCommand, for found: MissingVariable) throws(SendRefusal) -> String {
    if let known = commandValue(command) { return known }
    do throws(SecretCommandError) {
      let value = try workspace.consents.value(of: command, silently: commandsAreSilent)
      keep(value, of: command)
      return value
    } catch {
      let reason = UnresolvedVariable.Reason.secretCommandFailed(error.description)
      throw SendRefusal(
        found.field, .unresolved([UnresolvedVariable(found.variable.name, reason)]), found.place)
    }
  }
}

extension Workspace {
  /// The commands that give the secrets which a request uses and which have no value on this machine.
  func secretCommands(
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
  /// Gives a secret that the environment declares without a value the one that it has for this session.
  /// - Parameter command: where it comes from; sending it needs the consent that running it does.
  public mutating func setSecret(_ name: String, _ value: String, from command: SecretCommand) {
    guard let environment = variables.unsetSecrets.removeValue(forKey: name) else { return }
    let origin = VariableTable.Origin.environment(environment)
    let place = variables.entries.firstIndex { $0.origin.rank >= origin.rank } ?? variables.entries.count
    let source = OutsideSource.command(command.command)
    variables.entries.insert(.init(name, value, isSecret: true, origin: origin, source: source), at: place)
  }
}
