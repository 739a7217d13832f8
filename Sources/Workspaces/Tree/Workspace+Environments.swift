extension Workspace {
  /// Every environment of a collection, in the order of their files; one that cannot be read gives a notice.
  package func environments(of collection: String) -> (environments: [EnvironmentFile], notices: [Notice]) {
    var found: [EnvironmentFile] = []
    var notices: [Notice] = []
    let names: [String]
    do { names = try listedEnvironmentNames(of: collection) } catch {
      names = []
      if error.reason != .missing { notices.append(Notice(.error, error.path, "cannot be listed: \(error.message)")) }
    }
    for name in names {
      do {
        if let file = try environment(named: name, of: collection) { found.append(file) }
      } catch .invalid(let notice) {
        notices.append(notice)
      } catch {
        notices.append(Notice(.error, name, error.description))
      }
    }
    return (found, notices)
  }

  /// One environment with its secrets filled in; `nil` if there is no file of that name.
  package func environment(named name: String, of collection: String) throws(WorkspaceError) -> EnvironmentFile? {
    for ending in ["yml", "yaml", "bru"] {
      let path = FilePaths.join(FilePaths.join(collection, CollectionLoader.environmentFolder), "\(name).\(ending)")
      guard !name.contains("/"), let bytes = try readIfPresent(path) else { continue }
      return try environmentFile(path, bytes, of: collection)
    }
    return nil
  }

  func environmentFile(
    _ path: String, _ bytes: [UInt8], of collection: String
  ) throws(WorkspaceError) -> EnvironmentFile {
    var notices: [Notice] = []
    var environment: Environment
    if BruFormat.isFile(path) {
      var bru = try BruFormat.reader(bytes, path)
      environment = bru.environment(named: FilePaths.baseName(of: path))
      notices = BruFormat.notices(of: bru, path)
    } else {
      let document = try parsed(bytes, path)
      var reader = NodeReader(path: path, source: document.source)
      environment = EnvironmentReader.environment(document.root, path: path, &reader)
      notices = reader.notices
    }
    let secrets = try secretStore(of: collection).values(of: environment.name)
    for index in environment.variables.indices where environment.variables[index].isSecret {
      environment.variables[index].row.value = secrets[environment.variables[index].row.name] ?? ""
    }
    return EnvironmentFile(path: path, environment: environment, notices: notices, bytes: bytes)
  }

  /// The valid environment name closest to `name`; its file gets the same name.
  package static func environmentName(for name: String) -> String { FileNames.environment(name) }

  package func secretStore(of collection: String) -> SecretStore {
    SecretStore(collection: collection, stateFolder: stateFolder, files: files)
  }

  package func environmentNames(of collection: String) -> [String] {
    // A folder that is missing or cannot be listed has none; the tree's notices report the latter.
    (try? listedEnvironmentNames(of: collection)) ?? []
  }

  private func listedEnvironmentNames(of collection: String) throws(FileError) -> [String] {
    let folder = FilePaths.join(collection, CollectionLoader.environmentFolder)
    let names = try confined.list(folder).filter { entry in
      (FilePaths.isYAML(entry.name) || BruFormat.isFile(entry.name)) && !entry.name.hasPrefix(".")
        && (entry.kind != .link || files.leadsInside(FilePaths.join(folder, entry.name), collection))
    }.map(\.name)
    return Set(names.map { FilePaths.baseName(of: $0) }).sorted { NameKey($0) < NameKey($1) }
  }
}
