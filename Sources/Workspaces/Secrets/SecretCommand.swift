/// A secret whose value a command of the user's gives (`op read …`, `pass …`): `command:` beside `secret: true`.
public struct SecretCommand: Hashable, Sendable {
  public var name: String
  public var environment: String
  /// As written in the file, run by `/bin/sh -c`.
  public var command: String
  /// The collection that asks for it.
  public var collection: String

  public init(name: String, environment: String, command: String, collection: String) {
    self.name = name
    self.environment = environment
    self.command = command
    self.collection = collection
  }
}

/// What the user has allowed to run: exact commands, each for one collection. Kept in the user's state folder, so that
/// nothing that comes with a collection can allow itself.
public struct SecretConsent: Sendable {
  private let files: FileSystem
  private let folder: String
  private var path: String { FilePaths.join(folder, "allowed-commands.json") }

  public init(_ workspace: Workspace) {
    files = workspace.files
    folder = workspace.stateFolder
  }

  public func allows(_ command: SecretCommand) throws(WorkspaceError) -> Bool {
    try list().contains { $0 == Self.key(command) }
  }

  public func allow(_ command: SecretCommand) throws(WorkspaceError) {
    var all = try list()
    let key = Self.key(command)
    if all.contains(key) { return }
    all.append(key)
    try onDisk { () throws(FileError) in try files.makeDirectory(folder, 0o700) }
    let json = JSONNode.array(all.map { .array($0.map { .string($0) }) })
    try AtomicFile(files).replace(path, with: Array(json.pretty.utf8) + [0x0A], mode: 0o600)
  }

  private static func key(_ command: SecretCommand) -> [String] { [command.collection, command.command] }

  private func list() throws(WorkspaceError) -> [[String]] {
    do {
      let json = try JSONNode(parsing: try files.read(path, 16 << 20))
      return (json.array ?? []).compactMap { $0.array?.compactMap(\.string) }
    } catch let error as FileError {
      if error.reason == .missing { return [] }
      throw .file(error)
    } catch {
      throw .invalid(Notice(.error, path, "\(error); mend or remove the file"))
    }
  }
}

extension Workspace {
  /// The commands that the secrets of an environment need, whether allowed or not.
  public func secretCommands(of environment: EnvironmentFile) throws(WorkspaceError) -> [SecretCommand] {
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
