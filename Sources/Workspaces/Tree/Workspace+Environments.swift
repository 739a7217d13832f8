extension Workspace {
  /// Every environment of a collection, in the order of their files; unreadable ones are reported as notices.
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
    for ending in FilePaths.endings {
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
    // A folder that is missing or cannot be listed has none; the tree reports the latter.
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

extension Workspace {
  /// Copies an environment with its comments, unknown keys and secrets.
  /// - Throws: `.exists`, `.badName`, `.noEnvironment`.
  package func duplicateEnvironment(
    _ name: String, of collection: String, as copy: String, options: SaveOptions = SaveOptions()
  ) throws(WorkspaceError) -> Saved<EnvironmentFile> {
    let file = try known(name, of: collection)
    if BruFormat.isFile(file.path) { throw BruFormat.notEditable(file.path) }
    let path = try environmentPath(copy, collection)
    try checkFree(copy, of: collection)
    var named = file.environment
    named.name = copy
    let document = try parsed(file.bytes, file.path)
    // A file without a name in it stays so; the file's name is used.
    let (bytes, _) = try patched(document, file.path) { root in
      if root["name"] != nil { root = EnvironmentWriter.tree(root, from: file.environment, to: named) }
    }
    let step = WorkspaceChange.Step.write(path: path, old: nil, new: bytes)
    try checkNew([step], options)
    let undo = try perform(WorkspaceChange([step]))
    let store = secretStore(of: collection)
    try store.set(try store.values(of: name), of: copy)
    try consents.allowSecrets(of: copy, asIn: name, for: collection)
    return Saved(file: try environmentFile(path, bytes, of: collection), undo: undo)
  }

  /// Renames the file, the name inside and the secrets.
  package func renameEnvironment(
    _ name: String, of collection: String, to new: String
  ) throws(WorkspaceError) -> Saved<EnvironmentFile> {
    let file = try known(name, of: collection)
    if new.lowercased() != name.lowercased() { try checkFree(new, of: collection) }
    var environment = file.environment
    environment.name = new
    return try save(environment, to: file)
  }

  /// Moves the file to the trash. Its secrets are kept until it is removed from the trash, so that undo restores
  /// everything.
  package func deleteEnvironment(_ name: String, of collection: String) throws(WorkspaceError) -> ItemChange {
    try delete(try known(name, of: collection).path)
  }

  func known(_ name: String, of collection: String) throws(WorkspaceError) -> EnvironmentFile {
    if let file = try environment(named: name, of: collection) { return file }
    throw .noEnvironment(name, known: environmentNames(of: collection))
  }

  /// Ignores case, because names that differ only in case are the same file on some disks.
  func checkFree(_ name: String, of collection: String) throws(WorkspaceError) {
    let folded = name.lowercased()
    guard let taken = environmentNames(of: collection).first(where: { $0.lowercased() == folded }) else { return }
    throw .exists(path: try environmentPath(taken, collection))
  }

  /// Removes the secrets of environments that neither exist nor are in the trash.
  func forgetSecrets(of collection: String) throws(WorkspaceError) {
    let store = secretStore(of: collection)
    // Read before the files, because the file of a new environment is written before its secrets.
    let stored = try store.environments()
    let trash = FilePaths.join(privateFolder.path, "trash")
    var kept = Set(environmentNames(of: collection))
    // Without a trash, nothing needs to be kept.
    for slot in (try? names(in: trash)) ?? [] {
      // A slot that cannot be listed contains nothing to restore.
      let inside = (try? names(in: FilePaths.join(trash, slot))) ?? []
      kept.formUnion(inside.map { FilePaths.baseName(of: $0) })
    }
    for name in stored where !kept.contains(name) { try store.set([:], of: name) }
    let cookies = cookieStore(of: collection)
    for case let name? in try cookies.environments() where !kept.contains(name) {
      try cookies.change(of: name) { $0 = [] }
    }
  }
}
