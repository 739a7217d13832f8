import ArgumentParser
import Basics
import Sessions
import Workspaces

/// `apus script`: tools for the scripts of a collection.
struct ScriptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "script", abstract: "Check the scripts of requests, folders and collections.",
    subcommands: [Check.self])

  /// `apus script check`: finds names that Apus does not provide, without running a script.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "List the names in scripts that Apus does not provide.",
      discussion: """
        A name is listed with its file, line and column. Names are those of Postman, Bruno, Insomnia, IntelliJ and \
        httpYac (pm.…, bru.…, req.…, res.…, postman.…, insomnia.…, client.…), and modules in require("…"). No script \
        runs. The exit status is 1 if a name is listed.

        Examples:
          apus script check
          apus script check users
          apus script check users/get-user --json
          apus script check shop.postman_collection.json
        """)

    @Argument(
      help: "A request, folder, collection or workspace, or a file of another tool; default: the whole workspace.",
      completion: .requests)
    var path: String?

    @OptionGroup var place: WorkspacePlace

    @Flag(help: "Write each name as a JSON object.")
    var json = false

    func run() throws {
      let temporary = try TemporaryImport.of(path)
      defer { temporary?.remove() }
      let location = try temporary?.location ?? place.locate(around: path)
      let workspace = location.workspace
      let target = temporary == nil ? path : nil
      let nodes = try RunSelection.of(target, in: location, tags: [], excluding: []).items.map(\.node)
      var unreadable = 0
      let scripts = workspace.scripts(of: nodes) { error in
        unreadable += 1
        Output.error.say("apus: \(error.description)")
      }
      let names = temporary?.unknownNames(in: scripts) ?? workspace.unknownNames(in: scripts)
      try Output.standard.write(names.map { line($0) + "\n" }.joined())
      let count = Quantity.amount(scripts.count, "script")
      if !names.isEmpty {
        throw Failure(.unexpected, "\(count) with \(Quantity.amount(names.count, "name")) not provided")
      }
      if unreadable > 0 { throw Failure(.file) }
      if !json { try Output.standard.line("\(count) checked; every name is provided").get() }
    }

    private func line(_ name: UnknownScriptName) -> String {
      guard json else { return TerminalText.line(name.description) }
      return JSONValue.object([
        "file": .string(name.place.file), "line": .number("\(name.place.line)"),
        "column": .number("\(name.place.column ?? 1)"), "phase": .string(name.place.phase), "name": .string(name.name),
        "hint": .text(name.hint),
      ]).text
    }
  }
}
