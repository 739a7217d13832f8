import Interchange
import Workspaces

/// Writes what was imported as files of a collection: folders, requests, environments.
struct ImportWriter {
  let workspace: Workspace

  /// Writes everything into `folder`, which lies in a collection.
  /// - Returns: the requests that were made, as paths of their files.
  func write(_ imported: ImportedCollection, into folder: String) throws(WorkspaceError) -> [String] {
    let paths = try write(imported.root.items, into: folder)
    let collection = workspace.collection(of: folder)
    let known = Set(workspace.environmentNames(of: collection).map { $0.lowercased() })
    for environment in imported.environments where !known.contains(environment.name.lowercased()) {
      _ = try workspace.createEnvironment(environment, of: collection)
    }
    return paths
  }

  /// Adds everything to a collection that is there: what its requests share is kept in a folder of their own.
  func add(_ imported: ImportedCollection, to folder: String) throws(WorkspaceError) -> [String] {
    guard imported.root.settings != SharedSettings(), !imported.root.items.isEmpty else {
      return try write(imported, into: folder)
    }
    let name = imported.root.name.isEmpty ? "Imported" : imported.root.name
    let path = try workspace.createFolder(named: name, in: folder).path
    try writeSettings(imported.root, of: path)
    return try write(imported, into: path)
  }

  /// Saves what the collection itself gives to its requests.
  func writeSettings(_ folder: ImportedCollection.Folder, of path: String) throws(WorkspaceError) {
    guard folder.settings != SharedSettings() else { return }
    _ = try workspace.save(folder.settings, to: try workspace.settings(of: path))
  }

  private func write(_ items: [ImportedCollection.Item], into folder: String) throws(WorkspaceError) -> [String] {
    var paths: [String] = []
    for item in items {
      switch item {
      case .request(let request, _):
        paths.append(try workspace.createRequest(request, in: folder).path)
      case .folder(let inner):
        let path = try workspace.createFolder(named: inner.name.isEmpty ? "Folder" : inner.name, in: folder).path
        try writeSettings(inner, of: path)
        paths += try write(inner.items, into: path)
      }
    }
    return paths
  }
}
