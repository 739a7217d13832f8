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
    // A file without a name inside stays so: the file's name is used.
    let (bytes, _) = try patched(document, file.path) { root in
      root["name"] == nil ? root : EnvironmentWriter.tree(root, from: file.environment, to: named)
    }
    let step = WorkspaceChange.Step.write(path: path, old: nil, new: bytes)
    try checkNew([step], options)
    let undo = try perform(WorkspaceChange([step]))
    let store = secretStore(of: collection)
    try store.set(try store.values(of: name), of: copy)
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

  /// Moves the file to the trash. Its secrets stay until it is removed from the trash, so that undo restores
  /// everything.
  package func deleteEnvironment(_ name: String, of collection: String) throws(WorkspaceError) -> ItemChange {
    try delete(try known(name, of: collection).path)
  }

  func known(_ name: String, of collection: String) throws(WorkspaceError) -> EnvironmentFile {
    if let file = try environment(named: name, of: collection) { return file }
    throw .noEnvironment(name, known: environmentNames(of: collection))
  }

  /// Ignores case: names that differ only in case are the same file on some disks.
  func checkFree(_ name: String, of collection: String) throws(WorkspaceError) {
    let folded = name.lowercased()
    guard let taken = environmentNames(of: collection).first(where: { $0.lowercased() == folded }) else { return }
    throw .exists(path: try environmentPath(taken, collection))
  }

  /// Removes the secrets of environments that neither exist nor are in the trash.
  func forgetSecrets(of collection: String) throws(WorkspaceError) {
    let store = secretStore(of: collection)
    // Read before the files: the file of a new environment is written before its secrets.
    let stored = try store.environments()
    let trash = FilePaths.join(privateFolder.path, "trash")
    var kept = Set(environmentNames(of: collection))
    // Without a trash nothing needs to be kept.
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
