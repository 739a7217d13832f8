package import Interchange
package import Workspaces

/// A collection in Bruno's older format, as the source of an import.
package struct OlderCollection: Sendable {
  let workspace: Workspace
  let path: String
  package let notices: [Notice]

  /// The real path of a folder that may be such a collection; `nil` if it is not a folder.
  package static func folder(at source: String) -> String? {
    // A missing or unresolvable path is reported when it is read as a file.
    guard let place = try? FileSystem.live.resolve(source), (try? FileSystem.live.stamp(place))??.isDirectory == true
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
        "there is an opencollection.yml beside bruno.json; the older files are taken, what the newer say is not")
    ]
  }

  private static func reading<Value>(_ work: () throws(WorkspaceError) -> Value) throws(ImportFault) -> Value {
    do throws(WorkspaceError) { return try work() } catch { throw .file(error) }
  }

  /// The content to convert.
  package func content() throws(ExportFault) -> ImportedCollection? {
    var tree = try ExportSource(workspace).tree(path)
    tree?.format = "bruno"
    return tree
  }
}
