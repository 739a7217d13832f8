import Interchange
import Sessions
import Workspaces

/// A file of another tool that a run sends without an import: a collection in a temporary folder.
struct TemporaryImport {
  let location: WorkspaceLocator.Location
  /// The files next to the source that its requests send.
  let files: Set<UserValueSource>
  /// The ids of its requests in the source, by their ids here.
  let requestIDs: [String: String]
  /// The names of its requests with their folders, by their ids here.
  let requestNames: [String: String]
  let path: String
  let source: [UInt8]
  let isPostman: Bool
  private let folder: TemporaryFolder

  /// The formats of single requests and of other content, which a run does not take.
  private static let others: Set<ImportFormat> = [.curl, .grpcurl, .har, .openapi, .bruno]

  /// Reads the file; `nil` if the path is a folder, a request of a workspace, or the name of one.
  static func of(_ path: String?) throws(Failure) -> TemporaryImport? {
    guard let path, isNeeded(for: path) else { return nil }
    let bytes = try InputFile.bytes(of: path)
    let format = ImportFormat.detect(bytes, path: path)
    if let format, others.contains(format) {
      throw Failure(.usage, "\(path) is in the format \(format.rawValue); import it first with `apus import`")
    }
    let imported: ImportedCollection
    do throws(ImportFault) { imported = try ImportSource(bytes, path: path, format: format).read() } catch {
      throw Failure(.file, "\(path): \(error)")
    }
    return try TemporaryImport(imported, bytes, of: path)
  }

  static func isNeeded(for path: String?) -> Bool {
    guard let path else { return false }
    return FileSystem.live.examined(path)?.isDirectory == false && !isSaved(path)
  }

  /// True if the file is a request of a workspace.
  private static func isSaved(_ path: String) -> Bool {
    guard [".yml", ".yaml", ".bru"].contains(where: { path.hasSuffix($0) }) else { return false }
    // A file outside any workspace is an export of another tool.
    return (try? Workspace.open(path)) != nil
  }

  private init(_ imported: ImportedCollection, _ source: [UInt8], of path: String) throws(Failure) {
    self.path = path
    self.source = source
    isPostman = imported.format.hasPrefix("postman")
    let said = imported.scriptNotices + imported.credentialsInClear
    for notice in imported.notices where !said.contains(notice) { Output.error.say("apus: \(path): \(notice)") }
    let ids = zip(imported.root.requestPaths, imported.requestIDs).filter { !$0.1.isEmpty }
    requestIDs = Dictionary(ids.map { ($0.0, $0.1) }) { first, _ in first }
    folder = try TemporaryFolder.make()
    do throws(WorkspaceError) {
      let state = FilePaths.join(folder.path, "state")
      let made = try ImportDestination(newIn: folder.path, stateFolder: state).write(imported, mayWriteSecrets: true)
      for notice in made.notices where !said.contains(notice) { Output.error.say("apus: \(path): \(notice)") }
      files = Self.files(of: imported)
      let workspace = try Workspace.open(made.created.first ?? folder.path, stateFolder: state)
      location = WorkspaceLocator.Location(workspace: workspace)
      let requests = workspace.tree().collections.flatMap(\.requests)
      let names = requests.map { ($0.node.id, $0.names.joined(separator: " / ")) }
      requestNames = Dictionary(names) { first, _ in first }
    } catch {
      folder.remove()
      throw Failure(.file, "\(path): \(error.description)")
    }
  }

  private static func files(of imported: ImportedCollection) -> Set<UserValueSource> {
    guard let source = imported.fileFolder else { return [] }
    var (root, found) = (imported.root, Set<UserValueSource>())
    root.changeFiles { path in
      // A file outside the folder of the source needs the user's consent, as in any collection.
      let place = try? FileSystem.live.resolve(FilePaths.absolute(path, in: source))
      if let place, FilePaths.isBelow(place, source) { found.insert(.file(place)) }
      return path
    }
    return found
  }

  /// A message about a request, without the paths of the temporary folder.
  func shown(_ message: String, of plan: SendPlan) -> String {
    var text = message.replacing(location.workspace.path + "/", with: "\(path): ")
    if let id = plan.requestID, let name = requestNames[id], text.hasPrefix("\(id):") {
      text = name + text.dropFirst(id.count)
    }
    return text
  }

  /// The names in scripts that Apus does not provide.
  func unknownNames(in scripts: [PlacedScript]) -> [UnknownScriptName] {
    scripts.flatMap { script in
      location.workspace.unknownNames(in: [script]).map { name in
        var named = name
        named.place = place(name.place, in: script)
        return named
      }
    }
  }

  /// A place as the user knows it: the file with the request or the folder, and the line of the script.
  func place(_ place: ScriptPlace, in script: PlacedScript) -> ScriptPlace {
    let owner = requestNames[String(script.file.dropLast(FilePaths.ending(of: script.file).count + 1))]
    let name = owner ?? script.file.split(separator: "/").dropLast().joined(separator: " / ")
    let column = place.column.map { $0 - script.indent }
    return ScriptPlace(
      phase: place.phase, file: name.isEmpty ? path : "\(path), \(name)", line: place.line - script.line + 1,
      column: column)
  }

  func remove() { folder.remove() }
}
