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
    if made.sequence == nil { made.sequence = Double(try nextSequence(in: folder)) }
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
    let sequence = Double(try nextSequence(in: folder))
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
      // The error of the file is reported; values without a file are removed at a later start.
      try? store.set(former, of: environment.name)
      throw error
    }
    return Saved(file: try environmentFile(path, bytes, of: collection), undo: undo)
  }

  /// The file of a new environment.
  static func bytes(of environment: Environment) -> [UInt8] {
    YAMLEmitter.file(EnvironmentWriter.file(environment))
  }

  /// Copies a request or a whole folder next to itself, with "copy" in its name.
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
    copy.sequence = Double(try nextSequence(in: folder))
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
        // A name that is not a valid directory name is stored in the folder's file.
        let bytes = YAMLEmitter.file(SettingsWriter.folder(named: name, sequence: nil))
        return ItemChange(
          path: path, undo: try perform(WorkspaceChange([.write(path: file.path, old: nil, new: bytes)])))
      }
      let target = FilePaths.join(folder, directory)
      return ItemChange(path: target, undo: try perform(WorkspaceChange([.move(from: path, to: target)])))
    }
    let document = try parsed(file.bytes, file.path)
    let (bytes, _) = try patched(document, file.path) { root in
      root.update(at: ["info"], order: KeyOrder.top) { $0.put("name", .string(name), order: $1) }
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

  func nextSequence(in folder: String) throws(WorkspaceError) -> Int {
    let isRoot = Self.isCollection(folder, files)
    return try onDisk { () throws(FileError) in try files.list(folder) }.filter { entry in
      if entry.name.hasPrefix(".") { return false }
      if entry.kind == .directory { return !(isRoot && entry.name == CollectionLoader.environmentFolder) }
      let lower = entry.name.lowercased()
      return FilePaths.isYAML(lower) && !CollectionLoader.folderNames.contains(lower)
        && !CollectionLoader.rootNames.contains(lower)
    }.count + 1
  }

  /// A free file name in `folder` for `name` that the collection does not exclude from its tree.
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

extension Workspace {
  /// Moves a request or folder to position `index` among the items of its kind in `folder`, and writes the new `seq` of
  /// every item whose position changed; other files are not touched.
  /// - Throws: `.secretsWouldBeWritten`, for the user to decide, on a move to another collection.
  package func move(
    _ path: String, to folder: String, at index: Int, options: SaveOptions = SaveOptions()
  ) throws(WorkspaceError) -> ItemChange {
    let isFolder = try onDisk { () throws(FileError) in try files.stamp(path) }?.isDirectory == true
    guard !isFolder || !FilePaths.isBelow(folder, path) else {
      throw .badName(FilePaths.name(of: path), why: "a folder cannot move into itself")
    }
    let root = collection(of: folder)
    let isRoot = folder == root
    var steps: [WorkspaceChange.Step] = []
    var target = path
    if FilePaths.parent(of: path) != folder {
      target = FilePaths.join(folder, try placeName(of: path, isFolder, in: folder, isRoot: isRoot))
      if collection(of: path) != root { try checkNew(try copies(of: path, isFolder, at: target), from: path, options) }
      steps.append(.move(from: path, to: target))
      if !isFolder { steps += try snapshotSteps(from: path, to: target) }
    }
    var order = siblings(in: folder, folders: isFolder).filter { $0 != path }
    order.insert(target, at: min(max(0, index), order.count))
    for (place, item) in order.enumerated() {
      if let step = try sequenceStep(item, read: item == target ? path : item, Double(place + 1), isFolder) {
        steps.append(step)
      }
    }
    return ItemChange(path: target, undo: try perform(WorkspaceChange(steps)))
  }

  private func snapshotSteps(
    from path: String, to target: String
  ) throws(WorkspaceError) -> [WorkspaceChange.Step] {
    guard let recorded = try recordedAnswer(besides: path) else { return [] }
    return [.move(from: recorded, to: FilePaths.snapshot(ofRequest: target))]
  }

  /// The file of a recorded answer, which moves with its request; `nil` if there is none. A folder of that name is not
  /// moved.
  func recordedAnswer(besides request: String) throws(WorkspaceError) -> String? {
    let path = FilePaths.snapshot(ofRequest: request)
    let stamp = try onDisk { () throws(FileError) in try files.stamp(path) }
    return stamp?.isDirectory == false ? path : nil
  }

  /// The item's own name if it is free and not excluded there, else a free one derived from it.
  private func placeName(
    of path: String, _ isFolder: Bool, in folder: String, isRoot: Bool
  ) throws(WorkspaceError) -> String {
    let name = FilePaths.name(of: path)
    var base = isFolder ? name : FilePaths.baseName(of: name)
    let ending = String(name.dropFirst(base.count))
    let hidden = hiddenNames(in: collection(of: folder))
    base = FileNames.unreserved(base, (isFolder ? FileNames.Kind.folder : .request).rawValue) { base in
      FileNames.isReserved(base, isRoot: isRoot, isFolder: isFolder) || hidden.contains(base + ending)
    }
    return FileNames.free(base, ending: ending, among: try names(in: folder), isCopy: false)
  }

  /// The files that are new in the other collection.
  private func copies(
    of path: String, _ isFolder: Bool, at target: String
  ) throws(WorkspaceError) -> [WorkspaceChange.Step] {
    if isFolder { return try copy(path, to: target) }
    let bytes = try onDisk { () throws(FileError) in try files.read(path, FileSystem.largestFile) }
    return [.write(path: target, old: nil, new: bytes)]
  }

  /// Paths of the folders or of the requests of one folder, as listed.
  private func siblings(in folder: String, folders: Bool) -> [String] {
    items(in: folder).items.filter { $0.isFolder == folders && $0.request?.fault == nil }.map(\.path)
  }

  /// The items of a folder or collection, as listed.
  func items(in folder: String) -> ListedItems {
    let root = collection(of: folder)
    var loader = CollectionLoader(files: files, root: root)
    let collection = loader.collection()
    if folder == root { return withoutLinks(ListedItems(items: collection.items, isMixed: collection.isMixed)) }
    guard let node = collection.items.chain(to: folder).last?.folder else { return ListedItems() }
    return withoutLinks(ListedItems(items: node.items, isMixed: node.isMixed))
  }

  /// Replaces links to other items by their targets, so that no file is written twice.
  private func withoutLinks(_ listed: ListedItems) -> ListedItems {
    // A path that cannot be resolved is used as it is.
    let real = listed.items.map { (try? files.resolve($0.path)) ?? $0.path }
    func isItself(_ index: Int) -> Bool {
      FilePaths.name(of: real[index]) == FilePaths.name(of: listed.items[index].path)
    }
    let targets = Set(listed.items.indices.filter(isItself).map { real[$0] })
    var kept = listed
    kept.items = listed.items.indices.filter { isItself($0) || !targets.contains(real[$0]) }.map { listed.items[$0] }
    return kept
  }

  func sequenceStep(
    _ path: String, read source: String, _ sequence: Double, _ isFolder: Bool
  ) throws(WorkspaceError) -> WorkspaceChange.Step? {
    if isFolder {
      let file = try settings(of: source)
      if BruFormat.isFile(file.path) { throw BruFormat.notEditable(file.path) }
      if file.definition.sequence == sequence { return nil }
      let place = FilePaths.join(path, FilePaths.name(of: file.path))
      if file.bytes.isEmpty {
        let bytes = YAMLEmitter.file(SettingsWriter.folder(named: file.definition.name, sequence: sequence))
        return .order(path: place, old: nil, new: bytes)
      }
      let document = try parsed(file.bytes, file.path)
      let (bytes, _) = try patched(document, file.path) { root in
        root.update(at: ["info"], order: KeyOrder.top) {
          $0.put("seq", .bare(NumberText.text(sequence)), order: $1)
        }
      }
      return .order(path: place, old: file.bytes, new: bytes)
    }
    let file = try request(at: source)
    if TreeOrder.sequence(file.definition.sequence) == sequence { return nil }
    var definition = file.definition
    definition.sequence = sequence
    return .order(path: path, old: file.bytes, new: try file.text(with: definition).bytes)
  }
}

extension Workspace {
  /// Makes an existing folder a collection with its name. Writes no other file.
  /// - Returns: the path of the file.
  package static func makeCollection(at folder: String) throws(WorkspaceError) -> String {
    let workspace = try openEmpty(folder)
    let root = FilePaths.join(workspace.path, CollectionLoader.rootNames[0])
    if isWorkspace(workspace.path, .live) { throw .alreadyWorkspace(path: workspace.path) }
    // A collection inside another one would take its folder's requests out of that one. Usually there is none above.
    if let around = try? open(workspace.path) {
      throw .insideCollection(path: workspace.path, collection: around.path)
    }
    let content = YAMLEmitter.file(SettingsWriter.collection(named: workspace.name))
    _ = try workspace.perform(WorkspaceChange([.write(path: root, old: nil, new: content)]))
    return root
  }

  /// The `.gitignore` of a new collection.
  static let ignoredFiles = "# Secrets\n.env*\n\n# Dependencies\nnode_modules\n\n# OS files\n.DS_Store\nThumbs.db\n"

  /// True if a collection can be created; a workspace that is itself a collection contains no others.
  package var holdsCollections: Bool { !Self.isCollection(path, files) }

  /// Creates a collection: an empty workspace folder becomes the collection itself, any other gets a new subfolder.
  package func createCollection(named name: String) throws(WorkspaceError) -> ItemChange {
    let siblings = try names(in: path)
    guard holdsCollections else { throw .exists(path: path) }
    let inItsOwnFolder = !siblings.allSatisfy { $0.hasPrefix(".") }
    let directory = inItsOwnFolder ? FilePaths.join(path, try fileName(name, .collection, in: path, siblings)) : path
    var steps: [WorkspaceChange.Step] = inItsOwnFolder ? [.makeFolder(directory)] : []
    let root = FilePaths.join(directory, CollectionLoader.rootNames[0])
    steps.append(.write(path: root, old: nil, new: YAMLEmitter.file(SettingsWriter.collection(named: name))))
    if inItsOwnFolder || !siblings.contains(".gitignore") {
      let path = FilePaths.join(directory, ".gitignore")
      steps.append(.write(path: path, old: nil, new: Array(Self.ignoredFiles.utf8)))
    }
    return ItemChange(path: directory, undo: try perform(WorkspaceChange(steps)))
  }
}
