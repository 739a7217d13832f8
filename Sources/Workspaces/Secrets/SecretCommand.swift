import Basics
import HTTPModel

/// A secret whose value a command prints (`op read …`, `pass …`): `command:` beside `secret: true`.
package struct SecretCommand: Hashable, Sendable {
  package var name: String
  package var environment: String
  /// As written in the file, run by `/bin/sh -c`.
  package var command: String
  package var collection: String
}

extension SecretCommand {
  /// The use that the user consents to.
  package var use: UserValueUse {
    UserValueUse(.command(command), to: "", place: "secret \(name) of environment \(environment)")
  }
}

extension ConsentStore {
  package func allows(_ command: SecretCommand) throws(WorkspaceError) -> Bool {
    try unallowed([command.use], of: command.collection).isEmpty
  }

  /// True if the command may run for at least one receiver. Consent for the request's receiver is checked before.
  func mayRun(_ command: SecretCommand) throws(WorkspaceError) -> Bool {
    try records(of: command.collection).contains { $0.source == command.use.source }
  }

  package func allow(_ command: SecretCommand) throws(WorkspaceError) {
    try allow([command.use], for: command.collection)
  }
}

extension Workspace {
  /// The commands for the secrets of an environment, with or without consent.
  package func secretCommands(of environment: EnvironmentFile) throws(WorkspaceError) -> [SecretCommand] {
    // An environment of Bruno's older format has no commands.
    if BruFormat.isFile(environment.path) { return [] }
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

/// The reason why a command returned no secret.
package enum SecretCommandError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The user has not allowed this command for this collection.
  case notAllowed(SecretCommand)
  case cannotStart(SecretCommand, reason: String)
  case failed(SecretCommand, status: Int32)
  case tooLong(SecretCommand)
  case workspace(WorkspaceError)

  package var description: String {
    switch self {
    case .notAllowed(let command):
      "secret \(command.name): the command \"\(command.command)\" is not allowed for this collection; allow it first"
    case .cannotStart(let command, let reason): "secret \(command.name): \"\(command.command)\" cannot start: \(reason)"
    case .failed(let command, let status):
      "secret \(command.name): \"\(command.command)\" ended with status \(status); run it by hand to see why"
    case .tooLong(let command): "secret \(command.name): \"\(command.command)\" printed more than 64 KB"
    case .workspace(let error): error.description
    }
  }
}

extension ConsentStore {
  /// Runs an allowed command and returns its output without the final line break. Blocks until it exits, since a
  /// password manager may ask the user. Its input is empty; its errors go to our standard error, or nowhere if
  /// `silently` is set.
  package func value(of command: SecretCommand, silently: Bool = false) throws(SecretCommandError) -> String {
    let isAllowed: Bool
    do { isAllowed = try mayRun(command) } catch { throw .workspace(error) }
    guard isAllowed else { throw .notAllowed(command) }
    var output = try Self.run(command, silently)
    ProcessMemory.keepPrivate()
    if output.last == 0x0A { output.removeLast() }
    if output.last == 0x0D { output.removeLast() }
    return String(decoding: output, as: UTF8.self)
  }

  private static func run(_ command: SecretCommand, _ silently: Bool) throws(SecretCommandError) -> [UInt8] {
    let shell = ProgramOutput("/bin/sh", errors: silently ? .nothing : .ours)
    switch shell.run(["-c", command.command], limit: 64 << 10) {
    case .notStarted(let code): throw .cannotStart(command, reason: Disk.error("/bin/sh", code).message)
    case .stopped: throw .tooLong(command)
    case .ended(let output, 0): return output
    case .ended(_, let status):
      throw .failed(command, status: status & 0x7F == 0 ? status >> 8 & 0xFF : status & 0x7F)
    }
  }
}

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
    let source = UserValueSource.command(command.command)
    variables.entries.insert(.init(name, value, isSecret: true, origin: origin, source: source), at: place)
  }
}
