/// A file or folder that was created, moved or removed, and how to undo that.
package struct ItemChange: Hashable, Sendable {
  /// The current path of the item; in the trash if it was deleted.
  package var path: String
  package var undo: WorkspaceChange

  package init(path: String, undo: WorkspaceChange) {
    self.path = path
    self.undo = undo
  }
}

extension Workspace {
  /// Creates a request's file in `folder`, named after the request, as the last of its siblings.
  /// - Throws: `.secretsWouldBeWritten`, for the user to decide.
  package func createRequest(
    _ definition: RequestDefinition, in folder: String, options: SaveOptions = SaveOptions()
  ) throws(WorkspaceError) -> ItemChange {
    try checkEditable(folder)
    var made = definition
    let siblings = try names(in: folder)
    if made.sequence == nil { made.sequence = Double(try itemCount(in: folder) + 1) }
    let name = try fileName(made.name, .request, in: folder, siblings)
    let path = FilePaths.join(folder, name)
    let bytes = YAMLEmitter.file(RequestWriter.file(made))
    _ = try checked(bytes, [], over: [], at: path, options)
    return ItemChange(path: path, undo: try perform(WorkspaceChange([.write(path: path, old: nil, new: bytes)])))
  }

  /// Recreates the file of a request that another program removed: at the same path, with its comments and unknown
  /// keys.
  /// - Throws: `.exists` if it exists again; `.secretsWouldBeWritten`, for the user to decide.
  package func remake(
    _ file: RequestFile, with definition: RequestDefinition, options: SaveOptions = SaveOptions()
  ) throws(WorkspaceError) -> ItemChange {
    let step = WorkspaceChange.Step.write(path: file.path, old: nil, new: try file.text(with: definition).bytes)
    try checkNew([step], options)
    if let folder = FilePaths.parent(of: file.path) {
      try onDisk { () throws(FileError) in try files.makeDirectory(folder, 0o755) }
    }
    return ItemChange(path: file.path, undo: try perform(WorkspaceChange([step])))
  }

  /// Creates a folder with its `folder.yml`.
  package func createFolder(named name: String, in folder: String) throws(WorkspaceError) -> ItemChange {
    try checkEditable(folder)
    let directory = try fileName(name, .folder, in: folder, try names(in: folder))
    let path = FilePaths.join(folder, directory)
    let sequence = Double(try itemCount(in: folder) + 1)
    let bytes = YAMLEmitter.file(SettingsWriter.folder(named: name, sequence: sequence))
    let file = FilePaths.join(path, CollectionLoader.folderNames[0])
    return ItemChange(
      path: path, undo: try perform(WorkspaceChange([.makeFolder(path), .write(path: file, old: nil, new: bytes)])))
  }

  package func createEnvironment(
    _ environment: Environment, of collection: String, options: SaveOptions = SaveOptions()
  ) throws(WorkspaceError) -> Saved<EnvironmentFile> {
    let path = try environmentPath(environment.name, collection)
    try checkFree(environment.name, of: collection)
    let folder = FilePaths.join(collection, CollectionLoader.environmentFolder)
    try onDisk { () throws(FileError) in try files.makeDirectory(folder, 0o755) }
    let bytes = Self.bytes(of: environment)
    _ = try checked(bytes, [], over: [], at: path, options)
    // The values are stored first, so a file never exists without its secrets.
    let store = secretStore(of: collection)
    let former = try store.values(of: environment.name)
    try store.set(Self.secrets(environment), of: environment.name)
    let undo: WorkspaceChange
    do { undo = try perform(WorkspaceChange([.write(path: path, old: nil, new: bytes)])) } catch {
      // The error of the file is reported; values that no file declares are removed at a later start.
      try? store.set(former, of: environment.name)
      throw error
    }
    return Saved(file: try environmentFile(path, bytes, of: collection), undo: undo)
  }

  /// The file of a new environment.
  static func bytes(of environment: Environment) -> [UInt8] {
    YAMLEmitter.file(EnvironmentWriter.file(environment))
  }

  /// Copies a request or a whole folder next to itself; the copy's name says so.
  /// - Throws: `.secretsWouldBeWritten`, for the user to decide: the copy is a new file.
  package func duplicate(_ path: String, options: SaveOptions = SaveOptions()) throws(WorkspaceError) -> ItemChange {
    let folder = FilePaths.parent(of: path) ?? "/"
    let isFolder = try onDisk { () throws(FileError) in try files.stamp(path) }?.isDirectory == true
    let ending = isFolder ? "" : "." + FilePaths.ending(of: path)
    let base = isFolder ? FilePaths.name(of: path) : FilePaths.baseName(of: path)
    let name = FileNames.free(base, ending: ending, among: try names(in: folder), isCopy: true)
    let target = FilePaths.join(folder, name)
    if isFolder {
      let steps = try copy(path, to: target)
      try checkNew(steps, from: path, options)
      return ItemChange(path: target, undo: try perform(WorkspaceChange(steps)))
    }
    let bytes = try onDisk { () throws(FileError) in try files.read(path, FileSystem.largestFile) }
    let file = try RequestFile(path: path, bytes: bytes, schemes: schemes)
    var copy = file.definition
    copy.name += " copy"
    copy.sequence = Double(try itemCount(in: folder) + 1)
    let text = try file.text(with: copy).bytes
    let step = WorkspaceChange.Step.write(path: target, old: nil, new: text)
    try checkNew([step], from: path, options)
    return ItemChange(path: target, undo: try perform(WorkspaceChange([step])))
  }

  func copy(_ path: String, to target: String) throws(WorkspaceError) -> [WorkspaceChange.Step] {
    var steps: [WorkspaceChange.Step] = [.makeFolder(target)]
    for entry in try onDisk({ () throws(FileError) in try files.list(path) }) {
      let (from, to) = (FilePaths.join(path, entry.name), FilePaths.join(target, entry.name))
      switch entry.kind {
      case .directory: steps += try copy(from, to: to)
      case .file:
        let bytes = try onDisk { () throws(FileError) in try files.read(from, 64 << 20) }
        steps.append(.write(path: to, old: nil, new: bytes))
      case .link, .other: continue
      }
    }
    return steps
  }

  /// Changes the displayed name. A request keeps its file name, so its history and all references stay valid.
  package func rename(_ path: String, to name: String) throws(WorkspaceError) -> ItemChange {
    guard !name.isEmpty else { throw .badName(name, why: "it is empty") }
    if try onDisk({ () throws(FileError) in try files.stamp(path) })?.isDirectory == true {
      return try renameFolder(path, to: name)
    }
    let file = try request(at: path)
    var definition = file.definition
    definition.name = name
    return ItemChange(path: path, undo: try save(definition, to: file).undo)
  }

  private func renameFolder(_ path: String, to name: String) throws(WorkspaceError) -> ItemChange {
    let file = try settings(of: path)
    if BruFormat.isFile(file.path) { throw BruFormat.notEditable(file.path) }
    guard !file.bytes.isEmpty else {
      let folder = FilePaths.parent(of: path) ?? "/"
      let siblings = try names(in: folder).filter { $0 != FilePaths.name(of: path) }
      let directory = try fileName(name, .folder, in: folder, siblings)
      if directory != name {
        // A name that no directory can have is stored in the folder's file.
        let bytes = YAMLEmitter.file(SettingsWriter.folder(named: name, sequence: nil))
        return ItemChange(
          path: path, undo: try perform(WorkspaceChange([.write(path: file.path, old: nil, new: bytes)])))
      }
      let target = FilePaths.join(folder, directory)
      return ItemChange(path: target, undo: try perform(WorkspaceChange([.move(from: path, to: target)])))
    }
    let document = try parsed(file.bytes, file.path)
    let (bytes, _) = try patched(document, file.path) { root in
      var root = root
      root.update("info", order: SettingsWriter.collectionOrder) {
        $0.put("name", .string(name), order: RequestWriter.infoOrder)
      }
      return root
    }
    let change = WorkspaceChange([.write(path: file.path, old: file.bytes, new: bytes)])
    return ItemChange(path: path, undo: try perform(change))
  }

  private func checkEditable(_ folder: String) throws(WorkspaceError) {
    if isReadOnly(collection(of: folder)) { throw BruFormat.notEditable(folder) }
  }

  func names(in folder: String) throws(WorkspaceError) -> [String] {
    try onDisk { () throws(FileError) in try files.list(folder).map(\.name) }
  }

  /// The position after all items of a folder.
  func nextSequence(in folder: String) throws(WorkspaceError) -> Int { try itemCount(in: folder) + 1 }

  private func itemCount(in folder: String) throws(WorkspaceError) -> Int {
    let isRoot = Self.isCollection(folder, files)
    return try onDisk { () throws(FileError) in try files.list(folder) }.filter { entry in
      if entry.name.hasPrefix(".") { return false }
      if entry.kind == .directory { return !(isRoot && entry.name == CollectionLoader.environmentFolder) }
      let lower = entry.name.lowercased()
      return FilePaths.isYAML(lower) && !CollectionLoader.folderNames.contains(lower)
        && !CollectionLoader.rootNames.contains(lower)
    }.count
  }

  /// A free file name in `folder` for `name`, and not one that the collection excludes from its tree.
  func fileName(
    _ name: String, _ kind: FileNames.Kind, in folder: String, _ siblings: [String]
  ) throws(WorkspaceError) -> String {
    guard !name.isEmpty else { throw .badName(name, why: "it is empty") }
    let root = collection(of: folder)
    return FileNames.free(
      for: name, kind, isRoot: Self.isCollection(folder, files), among: siblings, hidden: hiddenNames(in: root))
  }

  /// The names that a collection's file excludes from the tree.
  func hiddenNames(in root: String) -> Set<String> {
    var loader = CollectionLoader(files: files, root: root)
    loader.readRoot()
    return loader.ignored
  }
}
