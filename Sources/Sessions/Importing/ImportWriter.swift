package import Interchange
package import Workspaces

/// Writes an import as files of a collection: folders, requests, environments; completely or not at all.
package struct ImportWriter {
  let workspace: Workspace
  private let options: SaveOptions
  /// Where the result differs from the source.
  package private(set) var notices: [Notice] = []
  /// The outermost files and folders that were made.
  package private(set) var created: [String] = []

  package init(workspace: Workspace, options: SaveOptions = SaveOptions()) {
    self.workspace = workspace
    self.options = options
  }

  /// Names of known secrets whose values would be written to a file: secrets of the collection that contains `folder`,
  /// and imported ones.
  package func secrets(in imported: ImportedCollection, into folder: String) throws(WorkspaceError) -> [String] {
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

  /// Makes a new collection with the whole import.
  /// - Returns: the paths of the new request files.
  /// - Throws: if it cannot be written completely; nothing remains then.
  package mutating func makeCollection(
    _ imported: ImportedCollection, in folder: String
  ) throws(WorkspaceError) -> [String] {
    notices += imported.credentialsInClear
    let name = imported.root.name.isEmpty ? "Imported" : imported.root.name
    var tree = NewTree.collection(named: name, settings: imported.root.settings)
    let paths = fill(&tree, with: imported.root.items, at: .root)
    for environment in named(imported.environments, besides: []) { tree.add(environment) }
    let made = try Workspace.make(tree, in: folder, files: workspace.files, stateFolder: workspace.stateFolder)
    created = [made]
    return paths.map { "\(made)/\($0)" }
  }

  /// Adds everything to a folder of an existing collection: a single request directly, several in their own folder,
  /// completely or not at all.
  package mutating func add(_ imported: ImportedCollection, to folder: String) throws(WorkspaceError) -> [String] {
    notices += imported.credentialsInClear
    let known = workspace.environmentNames(of: workspace.collection(of: folder))
    let environments = named(imported.environments, besides: known)
    let root = imported.root
    let isPlain = root.settings == SharedSettings()
    switch root.items.first {
    case .request(let request, _)? where isPlain && root.items.count == 1 && environments.isEmpty:
      created = [try workspace.createRequest(request.named, in: folder, options: options).path]
      return created
    case .folder(let inner)? where isPlain && root.items.count == 1:
      return try add(inner, named: "Folder", to: folder, environments)
    case nil:
      try workspace.add(environments, of: workspace.collection(of: folder), options: options)
      created = try files(of: environments, around: folder)
      return []
    default:
      var inner = root
      // A root without settings inherits authentication from the folder around it.
      if isPlain { inner.settings.authentication = .inherit }
      return try add(inner, named: "Imported", to: folder, environments)
    }
  }

  private mutating func add(
    _ inner: ImportedCollection.Folder, named standard: String, to folder: String, _ environments: [Environment]
  ) throws(WorkspaceError) -> [String] {
    let name = inner.name.isEmpty ? standard : inner.name
    var tree = NewTree.folder(named: name, settings: ownSettings(inner), in: folder, of: workspace)
    let paths = fill(&tree, with: inner.items, at: .root)
    let made = try workspace.add(tree, to: folder, environments: environments, options: options)
    created = [made] + (try files(of: environments, around: folder))
    return paths.map { "\(made)/\($0)" }
  }

  private func files(of environments: [Environment], around folder: String) throws(WorkspaceError) -> [String] {
    let collection = workspace.collection(of: folder)
    var paths: [String] = []
    for environment in environments { paths.append(try workspace.environmentPath(environment.name, collection)) }
    return paths
  }

  private mutating func fill(
    _ tree: inout NewTree, with items: [ImportedCollection.Item], at place: NewTree.Place
  ) -> [String] {
    var paths: [String] = []
    for item in items {
      switch item {
      case .request(let request, _): paths.append(tree.add(request.named, to: place))
      case .folder(let inner):
        let name = inner.name.isEmpty ? "Folder" : inner.name
        let below = tree.addFolder(named: name, settings: ownSettings(inner), to: place)
        paths += fill(&tree, with: inner.items, at: below)
      }
    }
    return paths
  }

  /// The settings that a folder can have; adds a notice for each that it cannot.
  private mutating func ownSettings(_ folder: ImportedCollection.Folder) -> SharedSettings {
    var settings = folder.settings
    if !settings.certificates.isEmpty {
      notices.append(
        Notice(.warning, folder.name, "client certificates are not carried over: a folder has none, only a collection"))
      settings.certificates = []
    }
    if settings.proxy != nil {
      notices.append(
        Notice(.warning, folder.name, "the proxy is not carried over: a folder has none, only a collection"))
      settings.proxy = nil
    }
    return settings
  }

  /// Renames environments to valid file names; an existing environment remains unchanged.
  private mutating func named(_ environments: [Environment], besides known: [String]) -> [Environment] {
    var known = Set(known.map { $0.lowercased() })
    return environments.compactMap { environment in
      var environment = environment
      let name = Workspace.environmentName(for: environment.name)
      if name != environment.name {
        notices.append(Notice(.warning, environment.name, "no file can have this name; the environment is \(name)"))
      }
      environment.name = name
      guard known.insert(name.lowercased()).inserted else {
        notices.append(Notice(.warning, name, "there is an environment of this name, which stays; not imported"))
        return nil
      }
      return environment
    }
  }
}

extension RequestDefinition {
  /// The request with a placeholder name if it has none.
  fileprivate var named: RequestDefinition {
    var copy = self
    if name.isEmpty { copy.name = "Untitled Request" }
    return copy
  }
}
