/// A new collection or folder, built in memory and written as a unit.
package struct NewTree: Sendable {
  /// A folder of the tree; the empty path is the tree itself.
  package struct Place: Hashable, Sendable {
    fileprivate var path: String

    package static let root = Place(path: "")

    fileprivate func joined(_ name: String) -> String { path.isEmpty ? name : path + "/" + name }
  }

  private struct Folder {
    var name: String
    var settings: SharedSettings
    var sequence: Double?
    var taken = TakenNames()
    var count = 0
    var hasRequest = false
    /// Indicates whether a folder follows a request, which the default order does not allow.
    var isMixed = false
  }

  let name: String
  private let isCollection: Bool
  private let hidden: Set<String>
  private var places: [Place] = [.root]
  private var folders: [Place: Folder]
  private var requests: [TreeFile] = []
  private(set) var environments: [Environment] = []

  private init(_ name: String, _ settings: SharedSettings, isCollection: Bool, hidden: Set<String>) {
    self.name = name
    self.isCollection = isCollection
    self.hidden = hidden
    folders = [.root: Folder(name: name, settings: settings)]
  }

  package static func collection(named name: String, settings: SharedSettings) -> NewTree {
    var tree = NewTree(name, settings, isCollection: true, hidden: ["node_modules", ".git"])
    tree.folders[.root]?.taken.insert(CollectionLoader.rootNames + [".gitignore"])
    return tree
  }

  /// - Parameter parent: the folder of a collection that will contain the new one.
  package static func folder(
    named name: String, settings: SharedSettings, in parent: String, of workspace: Workspace
  ) -> NewTree {
    let hidden = workspace.hiddenNames(in: workspace.collection(of: parent))
    return NewTree(name, settings, isCollection: false, hidden: hidden)
  }

  /// Appends a request.
  /// - Returns: the path of its file in the tree.
  package mutating func add(_ request: RequestDefinition, to place: Place) -> String {
    var request = request
    let name = next(in: place, .request, named: request.name)
    request.sequence = request.sequence ?? folders[place].map { Double($0.count) }
    folders[place]?.hasRequest = true
    let path = place.joined(name)
    requests.append(TreeFile(path: path, bytes: YAMLEmitter.file(RequestWriter.file(request))))
    return path
  }

  package mutating func addFolder(named name: String, settings: SharedSettings, to place: Place) -> Place {
    let directory = next(in: place, .folder, named: name)
    if folders[place]?.hasRequest == true { folders[place]?.isMixed = true }
    let inner = Place(path: place.joined(directory))
    places.append(inner)
    folders[inner] = Folder(name: name, settings: settings, sequence: folders[place].map { Double($0.count) })
    return inner
  }

  /// Adds an environment, to a collection only; its name must be a valid file name and not yet taken.
  package mutating func add(_ environment: Environment) { environments.append(environment) }

  /// The tree with that position among its siblings.
  func numbered(_ sequence: Int) -> NewTree {
    var tree = self
    tree.folders[.root]?.sequence = Double(sequence)
    return tree
  }

  private mutating func next(in place: Place, _ kind: FileNames.Kind, named name: String) -> String {
    folders[place]?.count += 1
    let isRoot = isCollection && place == .root
    let standard = FileNames.free(for: name, kind, isRoot: isRoot, among: [], hidden: hidden)
    return folders[place]?.taken.take(standard, ending: kind == .request ? ".yml" : "") ?? standard
  }

  /// Every file; a folder's own file comes before its content.
  var files: [TreeFile] {
    var files = places.compactMap { place in folders[place].map { file(of: $0, at: place) } }
    if isCollection { files.append(TreeFile(path: ".gitignore", bytes: Array(Workspace.ignoredFiles.utf8))) }
    files += requests
    return files
      + environments.map { environment in
        let path = CollectionLoader.environmentFolder + "/" + environment.name + ".yml"
        return TreeFile(path: path, bytes: Workspace.bytes(of: environment))
      }
  }

  private func file(of folder: Folder, at place: Place) -> TreeFile {
    let isRoot = isCollection && place == .root
    let old = SharedSettings(authentication: isRoot ? SharedSettings().authentication : .inherit)
    let start =
      isRoot
      ? SettingsWriter.collection(named: folder.name)
      : SettingsWriter.folder(named: folder.name, sequence: folder.sequence)
    var node = SettingsWriter.tree(start, from: old, to: folder.settings)
    if folder.isMixed { SettingsWriter.keepOrder(in: &node) }
    let name = isRoot ? CollectionLoader.rootNames[0] : CollectionLoader.folderNames[0]
    return TreeFile(path: place.joined(name), bytes: YAMLEmitter.file(node))
  }
}

/// The taken names in a folder, ignoring case; finding a free one is fast even among thousands of equal names.
struct TakenNames {
  private var folded: Set<String> = []
  private var numbers: [String: Int] = [:]

  mutating func insert(_ names: [String]) { folded.formUnion(names.map { $0.lowercased() }) }

  /// The name, or the first free one with a number appended.
  mutating func take(_ name: String, ending: String) -> String {
    if folded.insert(name.lowercased()).inserted { return name }
    let base = String(name.dropLast(ending.count))
    var number = numbers[name.lowercased()] ?? 2
    while true {
      let next = FileNames.fitting(base, ending: " \(number)" + ending)
      number += 1
      if folded.insert(next.lowercased()).inserted {
        numbers[name.lowercased()] = number
        return next
      }
    }
  }
}

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

  /// Adds a folder with its content, and environments, to a collection: all or nothing. If the program is killed in
  /// between, only environments are left.
  /// - Returns: the new folder.
  package func add(
    _ tree: NewTree, to folder: String, environments: [Environment] = [], options: SaveOptions = SaveOptions()
  ) throws(WorkspaceError) -> String {
    let root = collection(of: folder)
    if isReadOnly(root) { throw BruFormat.notEditable(folder) }
    let name = FileNames.free(
      for: tree.name, .folder, isRoot: folder == root, among: [], hidden: hiddenNames(in: root))
    let staged = try StagedTree(tree.numbered(try nextSequence(in: folder)).files, in: folder, files: files)
    do throws(WorkspaceError) {
      return try adding(environments, to: root, options) { () throws(WorkspaceError) in try staged.commit(as: name) }
    } catch {
      staged.discard()
      throw error
    }
  }

  /// The path that a new folder of this name will get.
  package func newFolder(named name: String, in folder: String) throws(WorkspaceError) -> String {
    let siblings = try onDisk { () throws(FileError) in try files.list(folder).map(\.name) }
    return FilePaths.join(folder, try fileName(name, .folder, in: folder, siblings))
  }

  /// Adds environments to a collection: all of them or none.
  package func add(
    _ environments: [Environment], of collection: String, options: SaveOptions = SaveOptions()
  ) throws(WorkspaceError) {
    if isReadOnly(collection) { throw BruFormat.notEditable(collection) }
    try adding(environments, to: collection, options) {}
  }

  /// Creates environments and then runs `last`; if one of these fails, removes the environments that were created.
  private func adding<Value>(
    _ environments: [Environment], to collection: String, _ options: SaveOptions,
    last: () throws(WorkspaceError) -> Value
  ) throws(WorkspaceError) -> Value {
    var undos: [WorkspaceChange] = []
    do throws(WorkspaceError) {
      for environment in environments {
        undos.append(try createEnvironment(environment, of: collection, options: options).undo)
      }
      return try last()
    } catch {
      // The original error is reported; an environment that cannot be removed stays.
      for undo in undos { _ = try? perform(undo) }
      throw error
    }
  }
}
