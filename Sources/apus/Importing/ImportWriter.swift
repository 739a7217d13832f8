import Interchange
import Workspaces

/// Writes what was imported as files of a collection: folders, requests, environments.
struct ImportWriter {
  let workspace: Workspace
  var options = SaveOptions()

  /// Names of known secrets whose values would get into a file: those of the collection that `folder` lies in, and those
  /// that are imported.
  func secrets(in imported: ImportedCollection, into folder: String) throws(WorkspaceError) -> [String] {
    let own = imported.environments.flatMap(\.variables).filter(\.isSecret)
    let alsoKnown = Dictionary(own.map { ($0.row.name, $0.row.value) }) { first, _ in first }
    let known = try workspace.knownSecrets(of: [workspace.collection(of: folder)], alsoKnown: alsoKnown)
    func names(_ folder: ImportedCollection.Folder) -> [String] {
      known.names(in: folder.settings)
        + folder.items.flatMap { item in
          switch item {
          case .request(let request, _): known.names(in: request)
          case .folder(let inner): names(inner)
          }
        }
    }
    return Set(names(imported.root) + imported.environments.flatMap { known.names(in: $0) }).sorted()
  }

  /// Writes everything into `folder`, which lies in a collection.
  /// - Returns: the requests that were made, as paths of their files.
  func write(_ imported: ImportedCollection, into folder: String) throws(WorkspaceError) -> [String] {
    let paths = try write(imported.root.items, into: folder)
    let collection = workspace.collection(of: folder)
    let known = Set(workspace.environmentNames(of: collection).map { $0.lowercased() })
    for environment in imported.environments where !known.contains(environment.name.lowercased()) {
      _ = try workspace.createEnvironment(environment, of: collection, options: options)
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
    _ = try workspace.save(folder.settings, to: try workspace.settings(of: path), options: options)
  }

  private func write(_ items: [ImportedCollection.Item], into folder: String) throws(WorkspaceError) -> [String] {
    var paths: [String] = []
    for item in items {
      switch item {
      case .request(let request, _):
        paths.append(try workspace.createRequest(request, in: folder, options: options).path)
      case .folder(let inner):
        let path = try workspace.createFolder(named: inner.name.isEmpty ? "Folder" : inner.name, in: folder).path
        try writeSettings(inner, of: path)
        paths += try write(inner.items, into: path)
      }
    }
    return paths
  }
}
