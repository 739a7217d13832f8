import Basics
package import Interchange
package import Workspaces

/// Writes an import as files of a collection: folders, requests, environments; completely or not at all.
package struct ImportWriter {
  let workspace: Workspace
  /// The user has been asked about secrets before.
  let options = SaveOptions(mayWriteSecrets: true)
  /// Differences between the result and the source.
  package private(set) var notices: [Notice] = []
  /// The outermost files and folders that were created.
  package private(set) var created: [String] = []

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
  /// - Throws: if it cannot be written completely; all files are removed then.
  package mutating func makeCollection(
    _ imported: ImportedCollection, in folder: String
  ) throws(WorkspaceError) -> [String] {
    // The new collection gets its own folder below this one, so the paths start one level deeper.
    let imported = leadingToFiles(imported, from: folder + "/collection")
    notices.insert(contentsOf: imported.credentialsInClear, at: 0)
    let name = imported.root.name.isEmpty ? "Imported" : imported.root.name
    let items = imported.root.items
    let references = references(in: imported.root, of: .collection(named: name, settings: SharedSettings()), below: "")
    let settings = imported.root.settings.mappingTexts(references.resolved)
    var tree = NewTree.collection(named: name, settings: settings)
    let paths = fill(&tree, with: references.resolved(items), at: .root)
    let environments = named(imported.environments, besides: []).map(references.resolved)
    for environment in environments { tree.add(environment) }
    let made = try Workspace.make(tree, in: folder, files: workspace.files, stateFolder: workspace.stateFolder)
    created = [made]
    // The collection was just created; if opening fails, its secrets are asked about when they are sent.
    let collection = try? Workspace.open(made, files: workspace.files, stateFolder: workspace.stateFolder)
    collection?.allowImported(environments, of: made)
    return paths.map { "\(made)/\($0)" }
  }

  /// Adds everything to a folder of an existing collection: a single request directly, several in their own folder,
  /// completely or not at all.
  package mutating func add(_ imported: ImportedCollection, to folder: String) throws(WorkspaceError) -> [String] {
    var imported = leadingToFiles(imported, from: workspace.collection(of: folder))
    notices.insert(contentsOf: imported.credentialsInClear, at: 0)
    let collection = workspace.collection(of: folder)
    try joinRules(of: &imported.root, to: collection)
    let environments = named(imported.environments, besides: workspace.environmentNames(of: collection))
    let paths = try add(imported, environments, to: folder)
    workspace.allowImported(environments, of: collection)
    return paths
  }

  /// Removes the settings for scripts, which only a collection has, and reports those that differ here.
  private mutating func joinRules(
    of root: inout ImportedCollection.Folder, to collection: String
  ) throws(WorkspaceError) {
    let (own, here) = (root.settings.scripting, try workspace.settings(of: collection).settings.scripting)
    root.settings.scripting = ScriptSettings()
    guard own != ScriptSettings(), own != here else { return }
    let rules = "extensions.apus.scripts: \(own.rules.rawValue) and extensions.bruno.scripts.flow: \(own.flow.rawValue)"
    notices.append(
      Notice(.warning, root.name, "its scripts expect \(rules) in opencollection.yml, which the collection lacks"))
  }

  private mutating func add(
    _ imported: ImportedCollection, _ environments: [Environment], to folder: String
  ) throws(WorkspaceError) -> [String] {
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

  private mutating func leadingToFiles(
    _ imported: ImportedCollection, from collection: String
  ) -> ImportedCollection {
    guard let source = imported.fileFolder else { return imported }
    var imported = imported
    var files = ImportedFiles(of: source, in: collection)
    files.lead(&imported.root)
    notices += files.notices
    return imported
  }

  private mutating func add(
    _ inner: ImportedCollection.Folder, named standard: String, to folder: String, _ environments: [Environment]
  ) throws(WorkspaceError) -> [String] {
    let name = inner.name.isEmpty ? standard : inner.name
    let place = workspace.requestID(of: try workspace.newFolder(named: name, in: folder))
    let references = references(
      in: inner, of: .folder(named: name, settings: SharedSettings(), in: folder, of: workspace), below: place)
    let settings = ownSettings(inner).mappingTexts(references.resolved)
    var tree = NewTree.folder(named: name, settings: settings, in: folder, of: workspace)
    let paths = fill(&tree, with: references.resolved(inner.items), at: .root)
    let environments = environments.map(references.resolved)
    let made = try workspace.add(tree, to: folder, environments: environments, options: options)
    created = [made] + (try files(of: environments, around: folder))
    return paths.map { "\(made)/\($0)" }
  }

  /// The file paths of the requests, for requests that use answers of others.
  private func references(
    in folder: ImportedCollection.Folder, of tree: NewTree, below place: String
  ) -> ImportedReferences {
    guard ImportedReferences.isUsed(in: [.folder(folder)]) else {
      return ImportedReferences([], files: [], below: place)
    }
    var (trial, tree) = (self, tree)
    return ImportedReferences(
      folder.items, files: trial.fill(&tree, with: folder.items, at: .root), below: place)
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

  /// Keeps the settings that a folder can have; adds a notice for each other one.
  private mutating func ownSettings(_ folder: ImportedCollection.Folder) -> SharedSettings {
    var settings = folder.settings
    if !settings.certificates.isEmpty {
      notices.append(
        Notice(.warning, folder.name, "client certificates are not carried over: only a collection has them"))
      settings.certificates = []
    }
    if settings.proxy != nil {
      notices.append(
        Notice(.warning, folder.name, "the proxy is not carried over: only a collection has one"))
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
        notices.append(Notice(.warning, environment.name, "not a valid file name; the environment is \(name)"))
      }
      environment.name = name
      guard known.insert(name.lowercased()).inserted else {
        notices.append(Notice(.warning, name, "not imported: an environment of this name exists"))
        return nil
      }
      return environment
    }
  }
}

extension Workspace {
  /// Allows the imported values for the servers that the import names.
  fileprivate func allowImported(_ environments: [Environment], of collection: String) {
    // Values that are not allowed now are asked about when they are sent.
    for environment in environments { _ = try? allowStored(in: environment, since: nil, of: collection) }
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

/// Rewrites file paths in imported requests: source paths are relative to the folder of the source, paths in saved
/// requests to the folder of the collection. Sending a file from outside the collection needs the user's consent.
struct ImportedFiles {
  private let source: String
  private let collection: [Substring]
  private(set) var notices: [Notice] = []

  /// - Parameters:
  ///   - source: the real path of the source's folder.
  ///   - collection: the real path of the collection's folder.
  init(of source: String, in collection: String) {
    self.source = source
    self.collection = collection.split(separator: "/")
  }

  mutating func lead(_ folder: inout ImportedCollection.Folder) {
    var missing: [String] = []
    folder.changeFiles { path in
      guard Self.isRelative(path) else { return path }
      let place = FilePaths.absolute(path, in: source)
      guard FileSystem.live.examined(place) != nil else {
        missing.append(path)
        return path
      }
      return relative(place.split(separator: "/"))
    }
    notices += missing.map {
      Notice(.warning, folder.name, "a file is missing next to the source; choose it before sending: \($0)")
    }
  }

  private static func isRelative(_ path: String) -> Bool {
    let isAbsolute = path.hasPrefix("/") || path.hasPrefix("~") || path.dropFirst().hasPrefix(":")
    return !path.isEmpty && !isAbsolute && !path.hasPrefix("\\") && !path.utf8.holds("{{")
  }

  /// The path relative to the collection.
  private func relative(_ parts: [Substring]) -> String {
    let shared = zip(parts, collection).prefix { $0 == $1 }.count
    let up = Array(repeating: Substring(".."), count: collection.count - shared)
    return (up + parts[shared...]).joined(separator: "/")
  }
}

/// Rewrites references to answers (`{{NAME | $.token}}`) in an import from the request names of the source to the paths
/// of the written files.
struct ImportedReferences {
  /// The file path of each request by its path in the source and by its name, with and without folder names.
  private var paths: [String: String] = [:]

  /// - Parameters:
  ///   - files: the request paths in order.
  ///   - folder: their folder in the collection; empty for the collection itself.
  init(_ items: [ImportedCollection.Item], files: [String], below folder: String) {
    let named = Self.names(of: items, below: "")
    let places = files.map { $0.hasSuffix(".yml") ? String($0.dropLast(".yml".count)) : $0 }
    func add(_ key: String, _ place: String) {
      if paths[key] == nil { paths[key] = folder.isEmpty ? place : "\(folder)/\(place)" }
    }
    for place in places { add(place, place) }
    for (name, place) in zip(named, places) { add(name.whole, place) }
    for (name, place) in zip(named, places) { add(name.last, place) }
  }

  /// Returns whether any text may refer to an answer.
  static func isUsed(in items: [ImportedCollection.Item]) -> Bool {
    var isUsed = false
    _ = Self.changed(items) { text in
      isUsed = isUsed || Self.mayName(text)
      return text
    }
    return isUsed
  }

  private static func mayName(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "|")) && text.utf8.holds("{{")
  }

  private static func names(
    of items: [ImportedCollection.Item], below folder: String
  ) -> [(whole: String, last: String)] {
    items.flatMap { item -> [(whole: String, last: String)] in
      switch item {
      case .request(let request, _): [(folder + request.name, request.name)]
      case .folder(let inner): names(of: inner.items, below: "\(folder)\(inner.name)/")
      }
    }
  }

  /// Replaces request names in the text with paths.
  func resolved(_ text: String) -> String {
    guard Self.mayName(text) else { return text }
    var result = text
    for reference in ResponseReference.references(in: [text]) {
      guard let path = paths[reference.requestID], path != reference.requestID else { continue }
      let rest = reference.name[(reference.name.firstIndex(of: "|") ?? reference.name.startIndex)...]
      result = result.replacing("{{\(reference.name)}}", with: "{{\(path) \(rest)}}")
        .replacing("{{ \(reference.name) }}", with: "{{\(path) \(rest)}}")
    }
    return result
  }

  func resolved(_ items: [ImportedCollection.Item]) -> [ImportedCollection.Item] {
    Self.changed(items, resolved)
  }

  private static func changed(
    _ items: [ImportedCollection.Item], _ change: (String) -> String
  ) -> [ImportedCollection.Item] {
    items.map { item in
      switch item {
      case .request(let request, let options): return .request(request.mappingTexts(change), options: options)
      case .folder(var folder):
        folder.settings = folder.settings.mappingTexts(change)
        folder.items = changed(folder.items, change)
        return .folder(folder)
      }
    }
  }

  func resolved(_ environment: Environment) -> Environment {
    var copy = environment
    copy.variables = environment.variables.map { .init($0.row.mappingTexts(resolved), isSecret: $0.isSecret) }
    return copy
  }
}
