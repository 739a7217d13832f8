extension Workspace {
  /// Writes a new collection to a new folder below `parent`: completely or not at all.
  /// - Returns: its folder.
  package static func make(
    _ tree: NewTree, in parent: String, files: FileSystem = .live, stateFolder: String = StateFolder.standard()
  ) throws(WorkspaceError) -> String {
    let workspace = Workspace(path: parent, files: files, stateFolder: stateFolder)
    let name = FileNames.free(for: tree.name, .collection, isRoot: false, among: [])
    return try workspace.place(
      try StagedTree(tree.files, in: parent, files: workspace.files), as: name, secrets: tree.environments)
  }

  /// Renames a new collection into place and stores the secrets of its environments: both or neither.
  func place(
    _ staged: StagedTree, as name: String, secrets environments: [Environment]
  ) throws(WorkspaceError) -> String {
    let made: String
    do throws(WorkspaceError) { made = try staged.commit(as: name) } catch {
      staged.discard()
      throw error
    }
    do throws(WorkspaceError) {
      for environment in environments {
        try secretStore(of: made).set(Self.secrets(environment), of: environment.name)
      }
    } catch {
      StagedTree.takeBack(made, files)
      throw error
    }
    return made
  }

  /// Adds a folder with its content to a folder of a collection, and environments to the collection: everything or
  /// nothing.
  /// - Returns: the new folder.
  package func add(
    _ tree: NewTree, to folder: String, environments: [Environment] = [], options: SaveOptions = SaveOptions()
  ) throws(WorkspaceError) -> String {
    let root = collection(of: folder)
    if isReadOnly(root) { throw BruFormat.notEditable(folder) }
    let name = FileNames.free(
      for: tree.name, .folder, isRoot: folder == root, among: [], hidden: hiddenNames(in: root))
    let staged = try StagedTree(tree.numbered(try nextSequence(in: folder)).files, in: folder, files: files)
    let addition = JointAddition(self, root)
    do throws(WorkspaceError) {
      return try addition.add(environments, staged: staged.folder, options) { () throws(WorkspaceError) in
        try staged.commit(as: name)
      }
    } catch {
      // If the environments could not be removed, the folder stays for the next recovery.
      if !addition.isPending { staged.discard() }
      throw error
    }
  }

  /// Adds environments to a collection: all of them or none.
  package func add(
    _ environments: [Environment], of collection: String, options: SaveOptions = SaveOptions()
  ) throws(WorkspaceError) {
    if isReadOnly(collection) { throw BruFormat.notEditable(collection) }
    try JointAddition(self, collection).add(environments, staged: nil, options) {}
  }
}
