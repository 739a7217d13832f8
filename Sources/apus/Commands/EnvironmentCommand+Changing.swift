import ArgumentParser
import Workspaces

extension EnvironmentCommand {
  /// `apus env new NAME`: creates an environment.
  struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "new", abstract: "Create one; secrets go to your own store.",
      discussion: """
        A name alone is asked for without being shown, or its value is read from standard input.

        Example: apus env new staging base_url=https://staging.example.com token
        """)

    @Argument(help: "Its name.") var name: String
    @Argument(help: ArgumentHelp("What to set; a name alone reads its value.", valueName: "name=value"))
    var assignments: [String] = []
    @OptionGroup var place: Place

    func run() throws {
      let (workspace, collection) = try place.collection()
      var environment = Environment(name: name)
      for (name, value) in try Assign.values(of: assignments) { environment.set(name, to: value) }
      let hidden = environment.hideCredentials(since: Environment(name: name))
      let saved = try Disk.run { () throws(WorkspaceError) in
        try workspace.createEnvironment(environment, of: collection)
      }
      EnvironmentCommand.tell("created \(saved.file.path)")
      Assign.tell(hidden: hidden)
    }
  }

  /// `apus env rename NAME NEW`.
  struct Rename: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename", abstract: "Rename one, its file and its secrets with it.")

    @Argument(help: "Its name.", completion: .environments) var name: String
    @Argument(help: "The new name.") var new: String
    @OptionGroup var place: Place

    func run() throws {
      let (workspace, collection, _) = try place.environment(name)
      let saved = try Disk.run { () throws(WorkspaceError) in
        try workspace.renameEnvironment(name, of: collection, to: new)
      }
      EnvironmentCommand.tell("renamed \(name) to \(saved.file.path)")
    }
  }

  /// `apus env duplicate NAME COPY`.
  struct Duplicate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "duplicate", abstract: "Copy one, its comments and secrets with it.")

    @Argument(help: "Its name.", completion: .environments) var name: String
    @Argument(help: "The name of the copy.") var copy: String
    @OptionGroup var place: Place

    func run() throws {
      let (workspace, collection, _) = try place.environment(name)
      let saved = try Disk.run { () throws(WorkspaceError) in
        try workspace.duplicateEnvironment(name, of: collection, as: copy)
      }
      EnvironmentCommand.tell("created \(saved.file.path)")
    }
  }

  /// `apus env delete NAME`: moves the file to the trash of the workspace.
  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Move one to the trash of the workspace, `.apus/trash`; its secrets stay.")

    @Argument(help: "Its name.", completion: .environments) var name: String
    @OptionGroup var place: Place
    @Flag(help: "Delete a protected one, too.") var yes = false

    func run() throws {
      let (workspace, collection, file) = try place.environment(name)
      guard yes || !file.environment.isProtected else {
        throw Failure(.usage, "\(name) is protected; add --yes to delete it")
      }
      let moved = try Disk.run { () throws(WorkspaceError) in
        try workspace.deleteEnvironment(name, of: collection)
      }
      EnvironmentCommand.tell("moved \(file.path) to \(moved.path)")
    }
  }

  /// Says on standard error what was done.
  static func tell(_ words: String) {
    Output.error.say("apus: \(words)")
  }
}
