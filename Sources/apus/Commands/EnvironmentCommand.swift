import ArgumentParser
import Basics
import Sessions
import Workspaces

/// `apus env`: lists, shows, changes and compares the environments of a collection.
struct EnvironmentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "env", abstract: "List, show, change and compare environments.",
    subcommands: [
      List.self, Show.self, Assign.self, New.self, Rename.self, Duplicate.self, Delete.self, Difference.self,
      Allow.self,
    ], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the environments.")

    @OptionGroup var place: WorkspacePlace
    @Flag(help: "Write JSON.") var json = false

    func run() throws {
      let (workspace, collections) = try place.openCollections()
      var all: [Environment] = []
      var isBroken = false
      for collection in collections {
        let (files, notices) = workspace.environments(of: collection)
        for notice in notices { Output.error.say("apus: \(notice.description)") }
        isBroken = isBroken || notices.contains { $0.severity == .error }
        all += files.map(\.environment)
      }
      if json {
        try Output.standard.write(JSONValue.array(all.map { EnvironmentText.json($0) }))
      } else {
        for environment in all {
          let mark = environment.isProtected ? "  protected" : ""
          try Output.standard.write(TerminalText.line("\(environment.name)\(mark)") + "\n")
        }
      }
      if isBroken { throw ExitCode(ExitStatus.file.rawValue) }
      if all.isEmpty { Output.error.say("apus: no environments; one is a file environments/NAME.yml of a collection") }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show an environment's variables.")

    @Argument(help: "Its name.", completion: .environments) var name: String
    @OptionGroup var place: WorkspacePlace
    @Flag(help: "Write JSON.") var json = false
    @Flag(help: "Write secrets too.") var revealSecrets = false

    func run() throws {
      let environment = try place.environment(name).2.environment
      if json { return try Output.standard.write(EnvironmentText.json(environment, revealSecrets: revealSecrets)) }
      try Output.standard.write(EnvironmentText.lines(environment, revealSecrets: revealSecrets))
    }
  }

  struct Assign: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Set variables; only their lines of the file change, secrets go to your own store.",
      discussion: """
        For a name without a value, the command asks for the value without showing it, or reads it from standard \
        input: others can read a command line in the list of processes and the history of the shell. NAME VALUE sets \
        one variable that is not a secret.

        Examples:
          apus env set local base_url http://localhost:8080
          pass show api | apus env set local token
        """)

    @Argument(help: "Its name.", completion: .environments) var name: String
    @Argument(help: ArgumentHelp("What to set, or NAME VALUE; a name alone reads its value.", valueName: "name=value"))
    var assignments: [String]
    @OptionGroup var place: WorkspacePlace

    func run() throws {
      let (workspace, collection, former) = try place.environment(name)
      let values = try pair(for: former.environment).map { [$0] } ?? Self.values(of: assignments)
      var hidden: [String] = []
      let saved = try Disk.run { () throws(WorkspaceError) in
        try workspace.changeEnvironment(named: name, of: collection) { environment in
          let before = environment
          for (name, value) in values { environment.set(name, to: value) }
          hidden = environment.hideCredentials(since: before)
        }
      }
      VariableSaving.report(hidden: hidden)
      try Self.allow(saved.file.environment, since: former.environment, of: collection, in: workspace)
    }

    /// Allows a new secret for its server, and reports the server.
    static func allow(
      _ environment: Environment, since former: Environment?, of collection: String, in workspace: Workspace
    ) throws(Failure) {
      let uses = try Disk.run { () throws(WorkspaceError) in
        try workspace.allowStored(in: environment, since: former, of: collection)
      }
      for use in uses { Output.error.say("apus: \(TerminalText.line("\(use.shown) may go to \(use.receiver)"))") }
    }

    /// The pair in `NAME VALUE`; `nil` for names and assignments.
    /// - Throws: for a secret, whose value must not be part of a command line.
    private func pair(for environment: Environment) throws(Failure) -> (String, String)? {
      guard assignments.count == 2, Self.isName(assignments[0]) else { return nil }
      let (name, value) = (assignments[0], assignments[1])
      if let equals = value.firstIndex(of: "="), Self.isName(value[..<equals]) { return nil }
      var changed = environment
      changed.set(name, to: value)
      _ = changed.hideCredentials(since: environment)
      guard !changed.variables.contains(where: { $0.row.name == name && $0.isSecret }) else {
        throw Failure(.usage, "\(name) is a secret; without a value it reads standard input")
      }
      return (name, value)
    }

    private static func isName(_ text: some StringProtocol) -> Bool {
      !text.isEmpty && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "_-.".utf8.contains($0) }
    }

    /// Names and values; asks for the value of each name without one.
    static func values(of assignments: [String]) throws(Failure) -> [(String, String)] {
      let open = assignments.filter { !$0.isEmpty && !$0.contains("=") }
      guard open.count <= 1 || Output.standardInputIsTerminal else {
        throw Failure(.usage, "standard input has one value; set \(open[1]) by itself")
      }
      var all: [String] = []
      for text in assignments {
        all.append(open.contains(text) ? "\(text)=\(try HiddenInput.value(of: text))" : text)
      }
      return try WorkspaceChoice.assignments(in: all)
    }
  }
}

extension EnvironmentCommand {
  /// `apus env new NAME`: creates an environment.
  struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "new", abstract: "Create an environment; secrets go to your own store.",
      discussion: """
        For a name without a value, the command asks for the value without showing it, or reads standard input.

        Example: apus env new staging base_url=https://staging.example.com token
        """)

    @Argument(help: "Its name.") var name: String
    @Argument(help: ArgumentHelp("What to set; a name alone reads its value.", valueName: "name=value"))
    var assignments: [String] = []
    @OptionGroup var place: WorkspacePlace

    func run() throws {
      let (workspace, collection) = try place.collection()
      var environment = Environment(name: name)
      for (name, value) in try Assign.values(of: assignments) { environment.set(name, to: value) }
      let hidden = environment.hideCredentials(since: Environment(name: name))
      let saved = try Disk.run { () throws(WorkspaceError) in
        try workspace.createEnvironment(environment, of: collection)
      }
      EnvironmentCommand.report("created \(saved.file.path)")
      VariableSaving.report(hidden: hidden)
      try Assign.allow(saved.file.environment, since: nil, of: collection, in: workspace)
    }
  }

  /// `apus env rename NAME NEW`.
  struct Rename: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename", abstract: "Rename an environment with its file and secrets.")

    @Argument(help: "Its name.", completion: .environments) var name: String
    @Argument(help: "The new name.") var new: String
    @OptionGroup var place: WorkspacePlace

    func run() throws {
      let (workspace, collection, _) = try place.environment(name)
      let saved = try Disk.run { () throws(WorkspaceError) in
        try workspace.renameEnvironment(name, of: collection, to: new)
      }
      EnvironmentCommand.report("renamed \(name) to \(saved.file.path)")
    }
  }

  /// `apus env duplicate NAME COPY`.
  struct Duplicate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "duplicate", abstract: "Copy an environment with its comments and secrets.")

    @Argument(help: "Its name.", completion: .environments) var name: String
    @Argument(help: "The name of the copy.") var copy: String
    @OptionGroup var place: WorkspacePlace

    func run() throws {
      let (workspace, collection, _) = try place.environment(name)
      let saved = try Disk.run { () throws(WorkspaceError) in
        try workspace.duplicateEnvironment(name, of: collection, as: copy)
      }
      EnvironmentCommand.report("created \(saved.file.path)")
    }
  }

  /// `apus env delete NAME`: moves the file to the trash of the workspace.
  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Move an environment to the workspace's trash, `.apus/trash`; its secrets stay.")

    @Argument(help: "Its name.", completion: .environments) var name: String
    @OptionGroup var place: WorkspacePlace
    @Flag(help: "Delete even a protected environment.") var yes = false

    func run() throws {
      let (workspace, collection, file) = try place.environment(name)
      guard yes || !file.environment.isProtected else {
        throw Failure(.usage, "\(name) is protected; add --yes to delete it")
      }
      let moved = try Disk.run { () throws(WorkspaceError) in
        try workspace.deleteEnvironment(name, of: collection)
      }
      EnvironmentCommand.report("moved \(file.path) to \(moved.path)")
    }
  }

  /// Reports a change on standard error.
  static func report(_ words: String) {
    Output.error.say("apus: \(words)")
  }
}

extension EnvironmentCommand {
  /// `apus env allow NAME`: permits running the commands that provide an environment's secrets.
  struct Allow: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "allow", abstract: "Allow the commands that print its secrets, each exactly as written.",
      discussion: """
        A secret with `command: op read …` takes its value from that command. The command runs only after you allow \
        it for this collection; a changed command must be allowed again.
        """)

    @Argument(help: "Its name.", completion: .environments) var name: String
    @OptionGroup var place: WorkspacePlace
    @Flag(help: "Allow without asking.") var yes = false

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
      if let isAllowed = Confirmation.asked("Allow \(shown) ?") { return isAllowed }
      Output.error.say("apus: not allowed \(shown); add --yes to allow it")
      return false
    }
  }
}

/// Formats an environment for `apus env`; secrets are masked unless asked for.
enum EnvironmentText {
  static let mask = "••••"

  static func lines(_ environment: Environment, revealSecrets: Bool = false) -> String {
    let width = environment.variables.map(\.row.name.count).max() ?? 0
    return environment.variables.map { variable in
      let state = variable.row.isEnabled ? "" : "  (off)"
      let name = PaddedText.padded(variable.row.name, width)
      return TerminalText.line("\(name)  \(value(variable, revealSecrets))\(state)") + "\n"
    }.joined()
  }

  static func json(_ environment: Environment, revealSecrets: Bool = false) -> JSONValue {
    let variables = environment.variables.map { json($0, revealSecrets) }
    var members: [JSONValue.Member] = [.init("name", .string(environment.name))]
    if let color = environment.color { members.append(.init("color", .string(color))) }
    members.append(.init("protected", .bool(environment.isProtected)))
    members.append(.init("variables", .array(variables)))
    return .object(members)
  }

  static func json(_ variable: Environment.Variable, _ revealSecrets: Bool) -> JSONValue {
    .object([
      .init("name", .string(variable.row.name)), .init("value", .string(value(variable, revealSecrets))),
      .init("enabled", .bool(variable.row.isEnabled)), .init("secret", .bool(variable.isSecret)),
    ])
  }

  /// The value to print: a secret is masked, unless it is empty.
  static func value(_ variable: Environment.Variable, _ revealSecrets: Bool) -> String {
    guard variable.isSecret, !revealSecrets else { return variable.row.value }
    return variable.row.value.isEmpty ? "" : mask
  }
}

extension WorkspacePlace {
  func openCollections() throws(Failure) -> (workspace: Workspace, collections: [String]) {
    let workspace = try locate().workspace
    return (workspace, workspace.collectionPaths())
  }

  /// The only collection, because a new file must not be created in the wrong one.
  func collection() throws(Failure) -> (workspace: Workspace, collection: String) {
    let (workspace, collections) = try openCollections()
    guard let first = collections.first else {
      throw Failure(.file, "no collection in \(workspace.path); name one with -w")
    }
    guard collections.count == 1 else {
      let paths = collections.prefix(3).joined(separator: ", ")
      throw Failure(.usage, "\(workspace.path) has \(collections.count) collections; name one with -w: \(paths)")
    }
    return (workspace, first)
  }

  /// The environment with this name, from the first collection that has one.
  func environment(_ name: String) throws(Failure) -> (Workspace, collection: String, EnvironmentFile) {
    let (workspace, collections) = try openCollections()
    for collection in collections {
      let file = try Disk.run { () throws(WorkspaceError) in try workspace.environment(named: name, of: collection) }
      if let file { return (workspace, collection, file) }
    }
    let known = collections.flatMap(workspace.environmentNames).joined(separator: ", ")
    throw Failure(
      .file, "no environment \(name); the environments are: \(known.isEmpty ? "none" : known)")
  }
}
