import Networking

extension SendSession {
  /// Fills in the secrets that the request uses and whose values a command gives; each command runs once a session, and
  /// only where the user has allowed it for this collection. Blocks until it ends: it may ask the user for a password.
  func addSecrets(for definition: RequestDefinition, to context: inout SendContext) throws(SendRefusal) {
    let missing = context.missing(in: definition).filter {
      if case .secretWithoutValue = $0.variable.reason { true } else { false }
    }
    guard !missing.isEmpty, let name = context.environment?.name else { return }
    var commands: [SecretCommand] = []
    do throws(WorkspaceError) {
      guard let file = try workspace.environment(named: name, of: context.folder) else { return }
      commands = try workspace.secretCommands(of: file)
    } catch {
      throw SendRefusal(missing[0].field, .invalid(error.description), missing[0].place)
    }
    for found in missing {
      guard let command = commands.first(where: { $0.name == found.variable.name }) else { continue }
      context.setSecret(found.variable.name, try value(of: command, for: found))
    }
  }

  private func value(of command: SecretCommand, for found: MissingVariable) throws(SendRefusal) -> String {
    if let known = commandValue(command) { return known }
    do throws(SecretCommandError) {
      let value = try SecretConsent(workspace).value(of: command, silently: commandsAreSilent)
      keep(value, of: command)
      return value
    } catch {
      var reason = UnresolvedVariable.Reason.secretCommandFailed(error.description)
      if case .notAllowed(let command) = error { reason = .secretCommandNotAllowed(command) }
      throw SendRefusal(
        found.field, .unresolved([UnresolvedVariable(found.variable.name, reason)]), found.place)
    }
  }
}

extension SendContext {
  /// Gives a secret that the environment declares without a value the one that it has for this session.
  public mutating func setSecret(_ name: String, _ value: String) {
    guard let environment = variables.unsetSecrets.removeValue(forKey: name) else { return }
    let origin = VariableTable.Origin.environment(environment)
    let place = variables.entries.firstIndex { $0.origin.rank >= origin.rank } ?? variables.entries.count
    variables.entries.insert(.init(name, value, isSecret: true, origin: origin), at: place)
  }
}
