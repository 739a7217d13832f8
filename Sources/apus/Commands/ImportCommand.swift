import ArgumentParser
import Interchange
import Sessions
import Workspaces

/// `apus import SOURCE…`: converts requests of other tools to files in a collection.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import requests of another tool into a collection.",
    discussion: """
      Writes to the current folder, or to the DIR of --into, which is created if it is missing. Inside a collection, a \
      single request is added directly, and several go into a new folder; anywhere else they become a new collection. \
      Either everything is written or nothing. A folder of Bruno's older format (bruno.json) is converted as a whole \
      and stays unchanged. Standard error lists what cannot be carried over.

      Examples:
        pbpaste | apus import - --list
        apus import shop.postman_collection.json --into work
        apus import old-bruno-folder --into work
      """)

  private static let formats = ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")

  @Argument(help: "Files, or a folder of Bruno; - is standard input.", completion: .file())
  var sources: [String]

  @Option(
    help: ArgumentHelp("\(Self.formats); detected by default.", valueName: "format"),
    completion: .list(ImportFormat.allCases.map(\.rawValue)))
  var from: String?

  @Option(help: ArgumentHelp("The destination folder.", valueName: "dir"), completion: .directory)
  var into: String?

  @Flag(help: "Write the neutral model as JSON to standard output and no files.")
  var json = false

  @Flag(help: "List what would be imported and write no files.")
  var list = false

  @Flag(help: "Write the values of known secrets into files without asking.")
  var yes = false

  func validate() throws {
    if let from, ImportFormat(rawValue: from) == nil {
      throw ValidationError("--from takes one of \(Self.formats)")
    }
    if json, list { throw ValidationError("--json and --list exclude each other") }
  }

  func run() throws {
    for source in sources {
      if let older = try BrunoFolder.open(source, from: from) {
        try convert(older)
        continue
      }
      let imported = try read(source)
      for notice in imported.notices {
        Output.error.say("apus: \("\(shown(source)): \(notice)")")
      }
      guard try !show(imported) else { continue }
      let isOnlyEnvironments = imported.root.items.isEmpty && !imported.environments.isEmpty
      let place = try write { destination, mayWriteSecrets throws(WorkspaceError) in
        try destination.write(imported, mayWriteSecrets: mayWriteSecrets)
      }
      guard isOnlyEnvironments, !place.isInCollection else { continue }
      let command = "apus import \(shown(source)) --into DIR"
      Output.error.say("apus: the environment has a collection of its own now; to add it to another: \(command)")
    }
  }

  /// Shows what would be imported, without writing files.
  private func show(_ imported: ImportedCollection) throws(Failure) -> Bool {
    if json {
      try Output.standard.write(imported.json)
    } else if list {
      for request in imported.requests {
        try Output.standard.write(TerminalText.line("\(request.method)  \(request.name)  \(request.url)") + "\n")
      }
    }
    return json || list
  }

  private func convert(_ older: OlderCollection) throws(Failure) {
    for notice in older.notices { Output.error.say("apus: \(notice.description)") }
    guard json || list else {
      try write { destination, mayWriteSecrets throws(WorkspaceError) in
        try destination.write(older, mayWriteSecrets: mayWriteSecrets)
      }
      return
    }
    let content: ImportedCollection?
    do throws(ExportFault) { content = try older.content() } catch {
      throw Failure(.file, error.description)
    }
    guard let content else { return }
    for notice in content.notices { Output.error.say("apus: \(notice.description)") }
    _ = try show(content)
    try Self.checkWhole(content.notices)
  }

  /// Fails if a part could not be read. It was reported, and the rest is imported.
  private static func checkWhole(_ notices: [Notice]) throws(Failure) {
    if notices.contains(where: { $0.severity == .error }) { throw Failure(.file) }
  }

  /// The folder to write to; `--into` creates it if necessary.
  private func destination() throws(WorkspaceError) -> ImportDestination {
    let current = WorkspaceLocator.currentFolder()
    guard let into else { return try ImportDestination(into: current) }
    return try ImportDestination(into: into.hasPrefix("/") ? into : current + "/" + into)
  }

  private func shown(_ source: String) -> String { source == "-" ? "standard input" : source }

  private func read(_ source: String) throws(Failure) -> ImportedCollection {
    let file = ImportSource(
      try InputFile.bytes(of: source), path: source == "-" ? nil : source,
      format: from.flatMap(ImportFormat.init(rawValue:)))
    do throws(ImportFault) {
      return try WorkProgress.showing("Reading \(shown(source))") { () throws(ImportFault) in try file.read() }
    } catch {
      let hint = if case .unknownFormat(nil) = error { "; set it with --from" } else { "" }
      throw Failure(.unexpected, "\(shown(source)): \(error)\(hint)")
    }
  }

  @discardableResult
  private func write(
    _ work: (ImportDestination, _ mayWriteSecrets: Bool) throws(WorkspaceError) -> ImportDestination.Outcome
  ) throws(Failure) -> ImportDestination {
    let (place, made) = try consenting { mayWriteSecrets throws(WorkspaceError) in
      try WorkProgress.showing("Writing the files") { () throws(WorkspaceError) in
        let place = try destination()
        return (place, try work(place, mayWriteSecrets))
      }
    }
    for notice in made.notices { Output.error.say("apus: \(notice.description)") }
    for path in made.paths { try Output.standard.write(path + "\n") }
    try Self.checkWhole(made.notices)
    return place
  }

  /// Asks before writing the value of a known secret to a file, if standard input is a terminal.
  private func consenting<Value>(_ work: (_ mayWriteSecrets: Bool) throws(WorkspaceError) -> Value) throws(Failure)
    -> Value
  {
    do throws(WorkspaceError) { return try work(yes) } catch {
      guard case .secretsWouldBeWritten(_, let names) = error, !yes else {
        throw Failure(.file, error.description)
      }
      let what = "the files would contain the value of the secret \(names.joined(separator: ", "))"
      switch Confirmation.asked("apus: \(what). Write it anyway?") {
      case true?: return try Disk.run { () throws(WorkspaceError) in try work(true) }
      case false?: throw Failure(.interrupted, "nothing was written")
      case nil: throw Failure(.file, "\(what); nothing was written; add --yes to write it anyway")
      }
    }
  }
}
