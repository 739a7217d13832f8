import ArgumentParser
import Basics
import Essentials
import Scripting
import Sessions
import Workspaces

/// `apus script`: tools for the scripts of a collection.
struct ScriptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "script", abstract: "Check the scripts of requests, folders and collections.",
    subcommands: [Check.self])

  /// `apus script check`: finds syntax errors, and names that Apus does not provide, without running a script.
  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "List the syntax errors of scripts, and the names that Apus does not provide.",
      discussion: """
        Each is listed with its file, line and column. Names are those of Postman, Bruno, Insomnia, IntelliJ and \
        httpYac (pm.…, bru.…, req.…, res.…, postman.…, insomnia.…, client.…), and modules in require("…"). \
        Expressions of assertions and captures that are not paths are listed, too. No script runs. The exit status is \
        1 if something is listed.

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

    @Flag(help: "Write each error and each name as a JSON object.")
    var json = false

    func run() async throws {
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
      let faults = await faults(in: scripts, temporary)
      try Output.standard.write((faults.map(line) + names.map(line)).map { $0 + "\n" }.joined())
      let count = Quantity.amount(scripts.count, "script")
      let found = [
        faults.isEmpty ? nil : Quantity.amount(faults.count, "syntax error"),
        names.isEmpty ? nil : "\(Quantity.amount(names.count, "name")) not provided",
      ].compactMap(\.self)
      if !found.isEmpty { throw Failure(.unexpected, "\(count) with \(found.joined(separator: " and "))") }
      if unreadable > 0 { throw Failure(.file) }
      if !json { try Output.standard.line("\(count) checked; every name is provided").get() }
    }

    /// The syntax errors; without an engine, they are not known.
    private func faults(in scripts: [PlacedScript], _ temporary: TemporaryImport?) async -> [ScriptFault] {
      if scripts.isEmpty { return [] }
      let engine = ScriptEngine(environment: ProcessInfo.processInfo.environment)
      defer { engine.end() }
      do throws(ScriptFailure) {
        return try await engine.check(scripts).map { fault in
          let place = fault.place
          let script = scripts.last { $0.file == place.file && $0.phase == place.phase && $0.line <= place.line }
          guard let temporary, let script else { return fault }
          return ScriptFault(place: temporary.place(place, in: script), message: fault.message)
        }
      } catch {
        if case .unavailable(let why) = error { Output.error.say("apus: the syntax is not checked: \(why)") }
        return []
      }
    }

    private func line(_ fault: ScriptFault) -> String {
      let (place, message) = (fault.place, "syntax error: \(fault.message)")
      if json { return form(place, ["message": .string(message)]) }
      return TerminalText.line("\(place.file):\(place.line)" + (place.column.map { ":\($0)" } ?? "") + ": \(message)")
    }

    private func line(_ name: UnknownScriptName) -> String {
      guard json else { return TerminalText.line(name.description) }
      return form(name.place, ["name": .string(name.name), "hint": .text(name.hint)])
    }

    private func form(_ place: ScriptPlace, _ rest: KeyValuePairs<String, JSONValue?>) -> String {
      let members: KeyValuePairs<String, JSONValue?> = [
        "file": .string(place.file), "line": .int(place.line), "column": .int(place.column ?? 1),
        "phase": .string(place.phase),
      ]
      return JSONValue.object(
        (Array(members) + Array(rest)).compactMap { name, value in value.map { JSONValue.Member(name, $0) } }
      ).text
    }
  }
}
