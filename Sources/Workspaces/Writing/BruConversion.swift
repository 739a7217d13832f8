import Basics

extension Workspace {
  /// Converts an older collection to the OpenCollection format, in a new folder below `parent`; the old one stays
  /// unchanged. Values of secret variables are moved to the user's store.
  /// - Parameter other: the workspace that `parent` belongs to, if it is not this one.
  /// - Returns: the new collection's path, and the parts that were not converted.
  /// - Throws: `.secretsWouldBeWritten`, for the user to decide.
  package func convert(
    _ collection: String, into parent: String, of other: Workspace? = nil, options: SaveOptions = SaveOptions()
  ) throws(WorkspaceError) -> (path: String, notices: [Notice]) {
    var loader = CollectionLoader(files: files, root: collection)
    let node = loader.collection()
    let free = FileNames.free(for: node.name, .collection, isRoot: false, among: try names(in: parent))
    let target = FilePaths.join(parent, free)
    var conversion = BruConversion(workspace: self, notices: loader.notices)
    try conversion.addRoot(node, of: collection)
    try conversion.addItems(node.items, to: "")
    let environments = conversion.addEnvironments(of: collection)
    var folders = [collection]
    node.items.forEachItem { if $0.isFolder { folders.append($0.path) } }
    conversion.addModules(of: node, in: collection)
    conversion.reportOtherFiles(in: folders, of: collection)
    let steps = conversion.files.map {
      WorkspaceChange.Step.write(path: FilePaths.join(target, $0.path), old: nil, new: $0.bytes)
    }
    try checkNew(steps, from: collection, options)
    let files = other?.files ?? self.files
    let staged = try StagedTree(conversion.files, in: parent, files: files)
    let made = try place(staged, as: FilePaths.name(of: target), secrets: environments)
    return (made, conversion.notices)
  }
}

/// Converts an older collection, and collects the parts that cannot be converted.
struct BruConversion {
  let workspace: Workspace
  private(set) var files: [TreeFile] = []
  private(set) var notices: [Notice]

  private mutating func write(_ root: YAMLNode, to path: String) {
    files.append(TreeFile(path: path, bytes: YAMLEmitter.file(root)))
  }

  mutating func addRoot(_ node: CollectionNode, of collection: String) throws(WorkspaceError) {
    let shared = try workspace.settings(of: collection)
    notices += shared.notices
    var root = SettingsWriter.collection(named: node.name, ignoring: try ignored(in: collection))
    root = SettingsWriter.tree(root, from: SharedSettings(), to: shared.settings)
    write(root, to: CollectionLoader.rootNames[0])
  }

  /// The paths that `bruno.json` excludes from the tree; its other members are reported.
  private mutating func ignored(in collection: String) throws(WorkspaceError) -> [String] {
    let path = FilePaths.join(collection, BruFormat.root)
    let standard = ["node_modules", ".git"]
    guard let bytes = try workspace.readIfPresent(path),
      // Invalid JSON was reported when the collection was listed.
      case .object(let members) = try? JSONValue(parsing: ByteOrderMark.removed(from: bytes))
    else { return standard }
    let carried = ["version", "name", "type", "ignore", "clientCertificates", "proxy"]
    for member in members where !carried.contains(member.name) {
      if member.name == "scripts", case .object(let settings) = member.value {
        // Only the order of scripts has an equivalent.
        for setting in settings where setting.name != "flow" && !setting.value.isEmpty {
          notices.warn(path, "scripts.\(setting.name) is not carried over")
        }
      } else if !member.value.isEmpty {
        notices.warn(path, "\(member.name) is not carried over")
      }
    }
    let listed = members.first { $0.name == "ignore" }?.value.array?.compactMap(\.string) ?? []
    return standard + listed.filter { !standard.contains($0) }
  }

  /// - Parameter place: the path of their folder in the collection, with a slash at its end unless it is empty.
  mutating func addItems(_ items: [TreeItem], to place: String) throws(WorkspaceError) {
    var taken = place.isEmpty ? CollectionLoader.rootNames + ["workspace.yml"] : []
    taken += CollectionLoader.folderNames
    for item in items {
      switch item {
      case .folder(let node):
        let name = FileNames.free(FilePaths.name(of: node.path), ending: "", among: taken, isCopy: false)
        taken.append(name)
        let folder = place + name + "/"
        let file = try workspace.settings(of: node.path)
        notices += file.notices
        var root = SettingsWriter.folder(named: file.definition.name, sequence: file.definition.sequence)
        root = SettingsWriter.tree(root, from: SharedSettings(authentication: .inherit), to: file.settings)
        write(root, to: folder + CollectionLoader.folderNames[0])
        try addItems(node.items, to: folder)
      case .request(let node):
        if let fault = node.fault {
          notices.append(fault)
          continue
        }
        let file = try workspace.request(at: node.path)
        if case .unsupported(let kind) = file.definition.kind {
          notices.warn(node.path, "a \(kind) request is not carried over")
          continue
        }
        notices += file.notices
        let name = FileNames.free(FilePaths.baseName(of: node.path), ending: ".yml", among: taken, isCopy: false)
        taken.append(name)
        write(RequestWriter.file(file.definition), to: place + name)
      }
    }
  }

  mutating func addEnvironments(of collection: String) -> [Environment] {
    let found = workspace.environments(of: collection)
    notices += found.notices + found.environments.flatMap(\.notices)
    for file in found.environments {
      write(
        EnvironmentWriter.file(file.environment),
        to: "\(CollectionLoader.environmentFolder)/\(file.environment.name).yml")
    }
    return found.environments.map(\.environment)
  }

  /// Copies the modules that scripts require, except packages in `node_modules`.
  mutating func addModules(of node: CollectionNode, in collection: String) {
    // A file that cannot be read was reported when it was converted.
    let scripts = workspace.scripts(of: node.requests.map(\.node)) { _ in }
    let (modules, missing) = ScriptModules(of: collection, nil).closure(of: scripts)
    for module in modules where !files.contains(where: { $0.path == module.path }) {
      guard !module.path.split(separator: "/").contains("node_modules") else { continue }
      files.append(TreeFile(path: module.path, bytes: Array(module.code.utf8)))
    }
    for module in missing {
      notices.warn(module.file, "the module \(module.path) is not below the collection and is not carried over")
    }
  }

  /// Reports the files that requests may refer to; they stay in the old folder.
  mutating func reportOtherFiles(in folders: [String], of collection: String) {
    var others: [String] = []
    for folder in folders {
      // A folder that cannot be listed was reported when the tree was read.
      let entries = (try? workspace.files.list(folder)) ?? []
      others += entries.filter { $0.kind == .file && !BruFormat.isFile($0.name) && $0.name != BruFormat.root }
        .map { FilePaths.join(folder, $0.name) }
    }
    let copied = Set(files.map { FilePaths.join(collection, $0.path) })
    others.removeAll { [".gitignore", ".DS_Store"].contains(FilePaths.name(of: $0)) || copied.contains($0) }
    guard let first = others.sorted().first else { return }
    let words = others.count > 1 ? "this file and \(others.count - 1) more stay" : "this file stays"
    notices.warn(first, "\(words) in the old folder; copy files that requests name by path")
  }
}

extension JSONValue {
  fileprivate var isEmpty: Bool {
    switch self {
    case .null: true
    case .bool(let isOn): !isOn
    case .string(let text): text.isEmpty
    case .array(let items): items.isEmpty
    case .object(let members): members.allSatisfy(\.value.isEmpty)
    default: false
    }
  }
}

extension Workspace {
  /// Adds the client certificates, the proxy and the import folders of an older collection, from its `bruno.json`.
  func addOlderConfig(of collection: String, to settings: inout RequestDefinition) throws(WorkspaceError) {
    guard let bytes = try readIfPresent(FilePaths.join(collection, BruFormat.root)) else { return }
    // Invalid JSON was reported when the collection was listed.
    guard let json = try? JSONValue(parsing: bytes) else { return }
    settings.certificates = json["clientCertificates"].map(CertificateReader.certificates(ofOlder:)) ?? []
    settings.proxy = json["proxy"].flatMap(ProxyReader.proxy(ofOlder:))
    settings.importPaths = json["protobuf"].map(ImportPathReader.paths(ofOlder:)) ?? []
    settings.scripting.flow = json["scripts"]?["flow"]?.string.flatMap(ScriptSettings.Flow.init) ?? .sandwich
  }

  /// True if a collection is in the older format, which is shown and sent but not edited.
  package func isReadOnly(_ collection: String) -> Bool {
    !CollectionLoader.rootNames.contains { name in
      files.examined(FilePaths.join(collection, name)) != nil
    }
  }
}

extension Workspace {
  /// True if a folder has a `bruno.json`.
  package static func holdsOlderCollection(_ folder: String) throws(WorkspaceError) -> Bool {
    let path = FilePaths.join(folder, BruFormat.root)
    return try onDisk { () throws(FileError) in try FileSystem.live.stamp(path) }?.isDirectory == false
  }

  /// True if a folder has an `opencollection.yml`, which takes precedence when the folder is opened.
  package static func holdsNewerCollection(_ folder: String) throws(WorkspaceError) -> Bool {
    for name in CollectionLoader.rootNames {
      let path = FilePaths.join(folder, name)
      if try onDisk({ () throws(FileError) in try FileSystem.live.stamp(path) }) != nil { return true }
    }
    return false
  }

  /// Opens the older collection of a folder even if it also holds a newer one.
  package static func openOlder(_ folder: String) throws(WorkspaceError) -> Workspace {
    let hidden = Set(CollectionLoader.rootNames.map { FilePaths.join(folder, $0) })
    let files = FileSystem.live
    var older = files
    older.stamp = { path throws(FileError) in hidden.contains(path) ? nil : try files.stamp(path) }
    older.read = { path, limit throws(FileError) in
      if hidden.contains(path) { throw FileError(path, .missing, "left out") }
      return try files.read(path, limit)
    }
    return try open(folder, files: older)
  }
}
