import ArgumentParser
import Interchange
import Workspaces

/// `apus import SOURCE…`: requests of other tools as files of a collection.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Read requests of another tool into a collection.",
    discussion: """
      Without --into a new collection is made in the current folder; --into makes DIR where it is not there. A DIR \
      inside a collection gets one request as it is, and several in a folder of their own. All is written or nothing. A \
      folder of Bruno's older format (bruno.json) is converted as a whole and stays as it is. What cannot be carried \
      over is named on standard error.

      Examples:
        pbpaste | apus import - --list
        apus import shop.postman_collection.json --into work
        apus import old-bruno-folder --into work
      """)

  private static let formats = ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")

  @Argument(help: "Files, or a folder of Bruno; - is standard input.", completion: .file())
  var sources: [String]

  @Option(
    help: ArgumentHelp("\(Self.formats); found by itself where it is not given.", valueName: "format"),
    completion: .list(ImportFormat.allCases.map(\.rawValue)))
  var from: String?

  @Option(help: ArgumentHelp("Where to write.", valueName: "dir"), completion: .directory)
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
    Interruption.ignoreBrokenPipes()
    for source in sources {
      if let folder = try BrunoFolder(source, from: from) {
        try convert(folder)
        continue
      }
      let imported = try read(source)
      for notice in imported.notices {
        Output.error.say("apus: \(shown(source)): \(notice)")
      }
      if json {
        try Output.standard.write(imported.json)
      } else if list {
        for request in imported.requests {
          try Output.standard.write(TerminalText.line("\(request.method)  \(request.name)  \(request.url)") + "\n")
        }
      } else {
        try write(imported)
      }
    }
  }

  private func convert(_ folder: BrunoFolder) throws(Failure) {
    for notice in folder.notices { Output.error.say("apus: \(notice.description)") }
    if json || list { return try folder.show(asJSON: json) }
    let parent = try Disk.run { () throws(WorkspaceError) in try destination() }
    let (path, notices) = try consenting { mayWriteSecrets throws(WorkspaceError) in
      try folder.workspace.convert(
        folder.path, into: parent, options: SaveOptions(mayWriteSecrets: mayWriteSecrets))
    }
    for notice in notices { Output.error.say("apus: \(notice.description)") }
    try Output.standard.write(path + "\n")
  }

  /// The folder to write to, which `--into` makes where it is not there.
  private func destination() throws(WorkspaceError) -> String {
    let files = FileSystem.live
    guard let into else { return try files.resolving(WorkspaceLocator.currentFolder()) }
    do throws(FileError) {
      let path = into.hasPrefix("/") ? into : WorkspaceLocator.currentFolder() + "/" + into
      try files.makeDirectory(path, 0o755)
      return try files.resolve(path)
    } catch {
      throw .file(error)
    }
  }

  private func shown(_ source: String) -> String { source == "-" ? "standard input" : source }

  private func read(_ source: String) throws(Failure) -> ImportedCollection {
    let bytes = try InputFile.bytes(of: source)
    guard let format = from.flatMap(ImportFormat.init(rawValue:)) ?? ImportFormat.detect(bytes, path: source) else {
      let known = ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure(
        .unexpected, "\(shown(source)): none of the formats \(known); name it by --from")
    }
    let file = source.split(separator: "/").last ?? ""
    let base = file.split(separator: ".").first.map(String.init) ?? ""
    do throws(ImportError) {
      return try format.read(
        bytes, name: source == "-" || base.isEmpty ? "Imported" : base, from: SourceFolder.origin(of: source))
    } catch {
      throw Failure(.unexpected, "\(shown(source)): \(error)")
    }
  }

  private func write(_ imported: ImportedCollection) throws(Failure) {
    let (paths, notices) = try consenting { mayWriteSecrets throws(WorkspaceError) in
      let options = SaveOptions(mayWriteSecrets: true)
      let folder = try destination()
      // A folder that lies in no collection gets a new one.
      if into != nil, let workspace = try? Workspace.open(folder), workspace.holds(folder) {
        var writer = ImportWriter(workspace: workspace, options: options)
        if !mayWriteSecrets { try check(writer, imported, folder) }
        return (try writer.add(imported, to: folder), writer.notices)
      }
      if !mayWriteSecrets { try check(ImportWriter(workspace: try Workspace.openEmpty(folder)), imported, folder) }
      var writer = ImportWriter(workspace: try Workspace.openEmpty(folder), options: options)
      return (try writer.makeCollection(imported, in: folder), writer.notices)
    }
    for notice in notices { Output.error.say("apus: \(notice.description)") }
    for path in paths { try Output.standard.write(path + "\n") }
  }

  /// Before anything is written.
  private func check(
    _ writer: ImportWriter, _ imported: ImportedCollection, _ folder: String
  ) throws(WorkspaceError) {
    let names = try writer.secrets(in: imported, into: folder)
    if !names.isEmpty { throw .secretsWouldBeWritten(path: folder, names) }
  }

  /// Asks, where somebody sits at a terminal, before the value of a known secret gets into a file.
  private func consenting<Value>(_ work: (_ mayWriteSecrets: Bool) throws(WorkspaceError) -> Value) throws(Failure)
    -> Value
  {
    do throws(WorkspaceError) { return try work(yes) } catch {
      guard case .secretsWouldBeWritten(_, let names) = error, !yes else {
        throw Failure(.file, error.description)
      }
      let what = "the files would hold the value of the secret \(names.joined(separator: ", "))"
      guard Output.error.isTerminal, Output.standardInputIsTerminal else {
        throw Failure(.file, "\(what); nothing was written; add --yes to write it all the same")
      }
      Output.error.write(quietly: "apus: \(what). Write it all the same? [y/N] ")
      guard ["y", "yes"].contains(readLine()?.lowercased()) else {
        throw Failure(.interrupted, "nothing was written")
      }
      return try Disk.run { () throws(WorkspaceError) in try work(true) }
    }
  }
}

extension FileSystem {
  fileprivate func resolving(_ path: String) throws(WorkspaceError) -> String {
    do throws(FileError) { return try resolve(path) } catch { throw .file(error) }
  }
}

extension Workspace {
  /// Whether a folder lies in one of the collections, not merely beside them.
  fileprivate func holds(_ folder: String) -> Bool {
    collectionPaths().contains { folder == $0 || folder.hasPrefix($0 + "/") }
  }
}
