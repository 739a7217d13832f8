package import Interchange
package import Workspaces

/// The destination of an import: a folder of an existing collection, or a new collection in a folder.
///
/// An import is written completely or not at all.
package struct ImportDestination: Sendable {
  /// The result of an import.
  package struct Outcome: Hashable, Sendable {
    /// The files of the imported requests.
    package var paths: [String]
    /// Differences between the result and the source.
    package var notices: [Notice]
    /// The outermost files and folders that were created.
    package var created: [String]
  }

  /// The folder's real path.
  package let folder: String
  /// The workspace whose collection contains the folder; `nil` if a new collection is made.
  private let workspace: Workspace?
  /// The open workspace that limits where files are written; `nil` if the user named the folder.
  private let bounds: Workspace?

  /// True if the import becomes part of a collection that exists.
  package var isInCollection: Bool { workspace != nil }

  private let stateFolder: String
  /// The folders that did not exist before, outermost first.
  private let madeFolders: [String]

  package init(newIn folder: String, stateFolder: String = StateFolder.standard()) throws(WorkspaceError) {
    do throws(FileError) { self.folder = try FileSystem.live.resolve(folder) } catch { throw .file(error) }
    self.stateFolder = stateFolder
    madeFolders = []
    workspace = nil
    bounds = nil
  }

  /// Imports into the collection that contains the folder; if none does, makes a new collection in it.
  /// - Parameter folder: created if it does not exist.
  /// - Throws: if a link leads out of the workspace.
  package init(into folder: String, stateFolder: String = StateFolder.standard()) throws(WorkspaceError) {
    do throws(FileError) { try Workspace.checkLinks(on: folder) } catch { throw .file(error) }
    try self.init(into: folder, within: nil, stateFolder: stateFolder)
  }

  /// Imports into a folder of an open workspace.
  /// - Throws: if a link leads out of the workspace, even one that has just replaced the folder.
  package init(into folder: String, of workspace: Workspace) throws(WorkspaceError) {
    try self.init(into: folder, within: workspace, stateFolder: workspace.stateFolder)
  }

  private init(into folder: String, within bounds: Workspace?, stateFolder: String) throws(WorkspaceError) {
    let files = bounds?.files ?? .live
    let place: String
    do throws(FileError) {
      madeFolders = try Self.missing(folder, files)
      try files.makeDirectory(folder, 0o755)
      place = try files.resolve(folder)
    } catch {
      throw .file(error)
    }
    self.folder = place
    self.stateFolder = stateFolder
    self.bounds = bounds
    // A folder outside any workspace gets a new collection.
    let around = try? Workspace.open(place, files: files, stateFolder: stateFolder)
    workspace = around.flatMap { $0.holds(place) ? $0 : nil }
  }

  /// The missing folders of a path, outermost first.
  private static func missing(_ folder: String, _ files: FileSystem) throws(FileError) -> [String] {
    var found: [String] = []
    var path = folder
    while try files.stamp(path) == nil, !path.isEmpty {
      found.insert(path, at: 0)
      guard let parent = FilePaths.parent(of: path), parent != "/" else { break }
      path = parent
    }
    return found
  }

  /// Runs `body`; if it fails, removes the folders created for it.
  private func wholly<Value>(_ body: () throws(WorkspaceError) -> Value) throws(WorkspaceError) -> Value {
    do { return try body() } catch {
      for folder in madeFolders.reversed() {
        // A folder with files of other programs stays.
        try? (bounds?.files ?? .live).remove(folder)
      }
      throw error
    }
  }

  /// - Parameter mayWriteSecrets: whether the user agreed to write the values of known secrets to files.
  /// - Throws: `.secretsWouldBeWritten` before anything is written, for the user to decide.
  package func write(
    _ imported: ImportedCollection, mayWriteSecrets: Bool = false
  ) throws(WorkspaceError) -> Outcome {
    try wholly { () throws(WorkspaceError) in try writeAll(imported, mayWriteSecrets) }
  }

  private func writeAll(
    _ imported: ImportedCollection, _ mayWriteSecrets: Bool
  ) throws(WorkspaceError) -> Outcome {
    let files = bounds?.files ?? .live
    let place =
      if let workspace { workspace } else { try Workspace.openEmpty(folder, files: files, stateFolder: stateFolder) }
    var writer = ImportWriter(workspace: place)
    if !mayWriteSecrets {
      let names = try writer.secrets(in: imported, into: folder)
      guard names.isEmpty else { throw .secretsWouldBeWritten(path: folder, names) }
    }
    let paths =
      workspace == nil ? try writer.makeCollection(imported, in: folder) : try writer.add(imported, to: folder)
    return Outcome(paths: paths, notices: writer.notices, created: writer.created)
  }

  /// Converts a collection in Bruno's older format to a new one in the folder; the original remains unchanged.
  package func write(_ older: OlderCollection, mayWriteSecrets: Bool = false) throws(WorkspaceError) -> Outcome {
    let (path, notices) = try wholly { () throws(WorkspaceError) in
      try older.workspace.convert(
        older.path, into: folder, of: bounds, options: SaveOptions(mayWriteSecrets: mayWriteSecrets))
    }
    return Outcome(paths: [path], notices: notices, created: [path])
  }
}

extension Workspace {
  /// Returns whether a folder is inside one of the collections, not merely next to them.
  fileprivate func holds(_ folder: String) -> Bool {
    collectionPaths().contains { FilePaths.isBelow(folder, $0) }
  }
}

/// A collection in Bruno's older format, as the source of an import.
package struct OlderCollection: Sendable {
  let workspace: Workspace
  let path: String
  package let notices: [Notice]

  /// The real path of a folder that may be such a collection; `nil` if it is not a folder.
  package static func folder(at source: String) -> String? {
    // A missing or unresolvable path is reported when it is read as a file.
    guard let place = try? FileSystem.live.resolve(source), FileSystem.live.examined(place)?.isDirectory == true
    else { return nil }
    return place
  }

  /// - Parameters:
  ///   - folder: the real path.
  ///   - source: the path as the user typed it.
  package init(at folder: String, named source: String) throws(ImportFault) {
    guard try Self.reading({ () throws(WorkspaceError) in try Workspace.holdsOlderCollection(folder) }) else {
      throw .notOlder
    }
    workspace = try Self.reading { () throws(WorkspaceError) in try Workspace.openOlder(folder) }
    path = folder
    let isNewer = try Self.reading { () throws(WorkspaceError) in try Workspace.holdsNewerCollection(folder) }
    guard isNewer else {
      notices = []
      return
    }
    guard workspace.tree().collections.first?.items.isEmpty == false else { throw .alreadyNewer }
    notices = [
      Notice(
        .warning, source,
        "both bruno.json and opencollection.yml exist; the older files are imported, the newer are not")
    ]
  }

  private static func reading<Value>(_ work: () throws(WorkspaceError) -> Value) throws(ImportFault) -> Value {
    do throws(WorkspaceError) { return try work() } catch { throw .file(error) }
  }

  package func content() throws(ExportFault) -> ImportedCollection? {
    var tree = try ExportSource(workspace).tree(path)
    tree?.format = "bruno"
    return tree
  }
}
