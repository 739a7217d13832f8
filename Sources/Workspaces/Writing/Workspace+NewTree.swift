extension Workspace {
  /// Writes a new collection below `parent`, in a folder of its own: whole or not at all.
  /// - Returns: its folder.
  public static func make(
    _ tree: NewTree, in parent: String, files: FileSystem = .live, stateFolder: String = StateFolder.standard()
  ) throws(WorkspaceError) -> String {
    let workspace = Workspace(path: parent, files: files, stateFolder: stateFolder)
    let name = FileNames.free(for: tree.name, .collection, isRoot: false, among: [])
    let made = try StagedTree(tree.files, in: parent, files: files).commit(as: name)
    do {
      for environment in tree.environments {
        try workspace.secretStore(of: made).set(secrets(environment), of: environment.name)
      }
    } catch {
      StagedTree.takeBack(made, files)
      throw error
    }
    return made
  }

  /// Adds a folder with all that is in it to a folder of a collection, and environments to that: first the environments,
  /// of which each is whole by itself, then the folder under its name.
  /// - Returns: the new folder.
  public func add(
    _ tree: NewTree, to folder: String, environments: [Environment] = [], options: SaveOptions = SaveOptions()
  ) throws(WorkspaceError) -> String {
    if isReadOnly(collection(of: folder)) { throw BruFormat.notEditable(folder) }
    let root = collection(of: folder)
    let staged = try StagedTree(tree.numbered(try nextSequence(in: folder)).files, in: folder, files: files)
    var made: [WorkspaceChange] = []
    do throws(WorkspaceError) {
      for environment in environments {
        made.append(try createEnvironment(environment, of: root, options: options).undo)
      }
      let name = FileNames.free(
        for: tree.name, .folder, isRoot: folder == root, among: [], hidden: hiddenNames(in: root))
      return try staged.commit(as: name)
    } catch {
      staged.discard()
      for change in made.reversed() {
        // The error that stopped it is what is told; what could be taken back was.
        _ = try? perform(change)
      }
      throw error
    }
  }
}
