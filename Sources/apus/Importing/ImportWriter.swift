import Interchange
import Workspaces

/// Writes what was imported as files of a collection: folders, requests, environments.
struct ImportWriter {
  let workspace: Workspace
  private let options: SaveOptions
  /// What was written so far, each as what takes it back.
  private var done: [WorkspaceChange]
  /// What is not as the source says.
  private(set) var notices: [Notice] = []

  /// - Parameter begun: what takes back the collection that was made for it.
  init(workspace: Workspace, options: SaveOptions = SaveOptions(), after begun: WorkspaceChange? = nil) {
    self.workspace = workspace
    self.options = options
    done = begun.map { [$0] } ?? []
  }

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

  /// Writes everything into a new collection.
  /// - Returns: the requests that were made, as paths of their files.
  /// - Throws: why it could not be written whole; then nothing of it is left.
  mutating func writeRoot(_ imported: ImportedCollection, into folder: String) throws(WorkspaceError) -> [String] {
    try wholly { writer throws(WorkspaceError) in
      try writer.writeSettings(imported.root, of: folder)
      return try writer.write(imported, into: folder)
    }
  }

  /// Adds everything to a folder of a collection that is there: what its requests share is kept in a folder of their own.
  mutating func add(_ imported: ImportedCollection, to folder: String) throws(WorkspaceError) -> [String] {
    try wholly { writer throws(WorkspaceError) in
      guard imported.root.settings != SharedSettings(), !imported.root.items.isEmpty else {
        return try writer.write(imported, into: folder)
      }
      return try writer.write(imported, into: try writer.makeFolder(imported.root, named: "Imported", in: folder))
    }
  }

  /// Takes back what was written where the rest cannot be.
  private mutating func wholly<Value>(
    _ work: (inout ImportWriter) throws(WorkspaceError) -> Value
  ) throws(WorkspaceError) -> Value {
    do throws(WorkspaceError) { return try work(&self) } catch {
      for change in done.reversed() {
        // The error that stopped the import is what is told; what could be taken back was.
        _ = try? workspace.perform(change)
      }
      done = []
      throw error
    }
  }

  private mutating func write(_ imported: ImportedCollection, into folder: String) throws(WorkspaceError) -> [String] {
    let paths = try write(imported.root.items, into: folder)
    try writeEnvironments(imported.environments, of: workspace.collection(of: folder))
    return paths
  }

  /// Saves what the collection itself gives to its requests.
  private mutating func writeSettings(_ folder: ImportedCollection.Folder, of path: String) throws(WorkspaceError) {
    guard folder.settings != SharedSettings() else { return }
    done.append(try workspace.save(folder.settings, to: try workspace.settings(of: path), options: options).undo)
  }

  private mutating func write(
    _ items: [ImportedCollection.Item], into folder: String
  ) throws(WorkspaceError) -> [String] {
    var paths: [String] = []
    for item in items {
      switch item {
      case .request(var request, _):
        if request.name.isEmpty { request.name = "Untitled Request" }
        let made = try workspace.createRequest(request, in: folder, options: options)
        done.append(made.undo)
        paths.append(made.path)
      case .folder(let inner):
        let path = try makeFolder(inner, named: "Folder", in: folder)
        paths += try write(inner.items, into: path)
      }
    }
    return paths
  }

  private mutating func makeFolder(
    _ folder: ImportedCollection.Folder, named standard: String, in parent: String
  ) throws(WorkspaceError) -> String {
    let made = try workspace.createFolder(named: folder.name.isEmpty ? standard : folder.name, in: parent)
    done.append(made.undo)
    var folder = folder
    if !folder.settings.certificates.isEmpty {
      notices.append(
        Notice(.warning, folder.name, "client certificates are not carried: a folder has none, only a collection"))
      folder.settings.certificates = []
    }
    if folder.settings.proxy != nil {
      notices.append(
        Notice(.warning, folder.name, "the proxy is not carried: a folder has none, only a collection"))
      folder.settings.proxy = nil
    }
    try writeSettings(folder, of: made.path)
    return made.path
  }

  /// An environment is called like its file; one that is there already stays as it is.
  private mutating func writeEnvironments(
    _ environments: [Environment], of collection: String
  ) throws(WorkspaceError) {
    var known = Set(workspace.environmentNames(of: collection).map { $0.lowercased() })
    for var environment in environments {
      let name = Workspace.environmentName(for: environment.name)
      if name != environment.name {
        notices.append(Notice(.warning, environment.name, "no file can have this name; the environment is \(name)"))
      }
      environment.name = name
      guard known.insert(name.lowercased()).inserted else {
        notices.append(Notice(.warning, name, "there is an environment of this name, which stays; not imported"))
        continue
      }
      done.append(try workspace.createEnvironment(environment, of: collection, options: options).undo)
    }
  }
}
