extension Workspace {
  /// Creates a collection in a new folder below `parent`.
  package static func createCollection(
    named name: String, in parent: String, files: FileSystem = .live
  ) throws(WorkspaceError) -> ItemChange {
    let workspace = Workspace(path: parent, files: files, stateFolder: "/")
    return try workspace.createCollection(named: name, inItsOwnFolder: true)
  }

  /// Creates a collection: an empty workspace folder becomes the collection itself, any other gets a new subfolder.
  package func createCollection(named name: String) throws(WorkspaceError) -> ItemChange {
    let isEmpty = try names(in: path).allSatisfy { $0.hasPrefix(".") }
    return try createCollection(named: name, inItsOwnFolder: !isEmpty)
  }

  /// The `.gitignore` of a new collection.
  static let ignoredFiles = "# Secrets\n.env*\n\n# Dependencies\nnode_modules\n\n# OS files\n.DS_Store\nThumbs.db\n"

  /// Whether a collection can be created: a workspace that is itself a collection contains no others.
  package var holdsCollections: Bool { !Self.isCollection(path, files) }

  private func createCollection(named name: String, inItsOwnFolder: Bool) throws(WorkspaceError) -> ItemChange {
    guard holdsCollections else { throw .exists(path: path) }
    let siblings = try names(in: path)
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
