import ArgumentParser
import Basics
import Workspaces

/// `apus env`: lists, shows, changes and compares the environments of a collection.
struct EnvironmentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "env", abstract: "List, show, change and compare environments.",
    subcommands: [
      List.self, Show.self, Assign.self, New.self, Rename.self, Duplicate.self, Delete.self, Difference.self,
      Allow.self,
    ], defaultSubcommand: List.self)

  /// Selects the workspace and collection.
  struct Place: ParsableArguments {
    @Option(
      name: [.customShort("w", allowingJoined: true), .customLong("workspace")],
      help: "The workspace or collection; default: the one around the current folder.", completion: .directory)
    var workspace: String?

    func open() throws(Failure) -> (workspace: Workspace, collections: [String]) {
      let workspace = try WorkspaceLocator.locate(workspace).workspace
      return (workspace, workspace.collectionPaths())
    }

    /// The only collection: a new file must not land in one that was not meant.
    func collection() throws(Failure) -> (workspace: Workspace, collection: String) {
      let (workspace, collections) = try open()
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
      let (workspace, collections) = try open()
      for collection in collections {
        let file = try Disk.run { () throws(WorkspaceError) in try workspace.environment(named: name, of: collection) }
        if let file { return (workspace, collection, file) }
      }
      let known = collections.flatMap(workspace.environmentNames).joined(separator: ", ")
      throw Failure(
        .file, "no environment \(name); there is \(known.isEmpty ? "none" : known)")
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the environments.")

    @OptionGroup var place: Place
    @Flag(help: "Write JSON.") var json = false

    func run() throws {
      let (workspace, collections) = try place.open()
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
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show the variables of one.")

    @Argument(help: "Its name.", completion: .environments) var name: String
    @OptionGroup var place: Place
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
        A name alone is asked for without being shown, or its value is read from standard input: what stands in a command \
        line can be read in the list of processes and in the history of the shell.

        Example: pass show api | apus env set local token
        """)

    @Argument(help: "Its name.", completion: .environments) var name: String
    @Argument(help: ArgumentHelp("What to set; a name alone reads its value.", valueName: "name=value"))
    var assignments: [String]
    @OptionGroup var place: Place

    func run() throws {
      let (workspace, collection, _) = try place.environment(name)
      let values = try Self.values(of: assignments)
      var hidden: [String] = []
      _ = try Disk.run { () throws(WorkspaceError) in
        try workspace.changeEnvironment(named: name, of: collection) { environment in
          let before = environment
          for (name, value) in values { environment.set(name, to: value) }
          hidden = environment.hideCredentials(since: before)
        }
      }
      Self.tell(hidden: hidden)
    }

    static func tell(hidden names: [String]) {
      for name in names {
        Output.error.say("apus: \(name) is a secret: its value goes to your own store, not into the file")
      }
    }

    /// Names and values; reads a value for each name that has none.
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
