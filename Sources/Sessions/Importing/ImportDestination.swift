import Interchange
import Workspaces

/// Where what is imported goes: a folder of a collection that is there, else a new collection in a folder.
///
/// All of it is written or nothing.
package struct ImportDestination: Sendable {
  /// What an import made.
  package struct Outcome: Hashable, Sendable {
    /// The files of the requests.
    package var paths: [String]
    /// What is not as the source says.
    package var notices: [Notice]
  }

  /// The folder's real path.
  package let folder: String
  /// The workspace whose collection the folder lies in; `nil` where a new one is made.
  private let workspace: Workspace?

  private let stateFolder: String

  /// Makes a new collection in a folder.
  package init(newIn folder: String, stateFolder: String = StateFolder.standard()) throws(WorkspaceError) {
    do throws(FileError) { self.folder = try FileSystem.live.resolve(folder) } catch { throw .file(error) }
    self.stateFolder = stateFolder
    workspace = nil
  }

  /// Adds to the collection that the folder lies in; in one that lies in none a new collection is made.
  /// - Parameter folder: made where it is not there.
  package init(into folder: String, stateFolder: String = StateFolder.standard()) throws(WorkspaceError) {
    let files = FileSystem.live
    let place: String
    do throws(FileError) {
      try files.makeDirectory(folder, 0o755)
      place = try files.resolve(folder)
    } catch {
      throw .file(error)
    }
    self.folder = place
    self.stateFolder = stateFolder
    // A folder that lies in no workspace gets a new collection.
    let around = try? Workspace.open(place, stateFolder: stateFolder)
    workspace = around.flatMap { $0.holds(place) ? $0 : nil }
  }

  /// - Parameter mayWriteSecrets: whether the user agreed to values of known secrets in the files.
  /// - Throws: `.secretsWouldBeWritten` for the user to decide, before anything is written.
  package func write(
    _ imported: ImportedCollection, mayWriteSecrets: Bool = false
  ) throws(WorkspaceError) -> Outcome {
    let place = if let workspace { workspace } else { try Workspace.openEmpty(folder, stateFolder: stateFolder) }
    var writer = ImportWriter(workspace: place, options: SaveOptions(mayWriteSecrets: true))
    if !mayWriteSecrets {
      let names = try writer.secrets(in: imported, into: folder)
      guard names.isEmpty else { throw .secretsWouldBeWritten(path: folder, names) }
    }
    let paths =
      workspace == nil ? try writer.makeCollection(imported, in: folder) : try writer.add(imported, to: folder)
    return Outcome(paths: paths, notices: writer.notices)
  }

  /// Converts a collection of Bruno's older format into a new one in the folder; it stays as it is.
  package func write(_ older: OlderCollection, mayWriteSecrets: Bool = false) throws(WorkspaceError) -> Outcome {
    let (path, notices) = try older.workspace.convert(
      older.path, into: folder, options: SaveOptions(mayWriteSecrets: mayWriteSecrets))
    return Outcome(paths: [path], notices: notices)
  }
}

extension Workspace {
  /// Whether a folder lies in one of the collections, not merely beside them.
  fileprivate func holds(_ folder: String) -> Bool {
    collectionPaths().contains { folder == $0 || folder.hasPrefix($0 + "/") }
  }
}
