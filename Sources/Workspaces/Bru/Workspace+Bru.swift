/// Bruno's older collections: a folder with `bruno.json` and `.bru` files. They open, list, show and send; to edit one it
/// is converted into a new folder.
enum BruFormat {
  static let root = "bruno.json"
  static let collectionFile = "collection.bru"
  static let folderFile = "folder.bru"

  static func isFile(_ path: String) -> Bool { FilePaths.ending(of: path) == "bru" }

  static func notEditable(_ path: String) -> WorkspaceError {
    .notEditable(path: path, why: "the older .bru format is read only; convert the collection to edit it")
  }

  static func document(_ bytes: [UInt8], _ path: String) throws(WorkspaceError) -> BruReader {
    do { return BruReader(document: try BruDocument(bytes)) } catch {
      throw .invalid(Notice(.error, "\(path):\(error.line):\(error.column)", error.message))
    }
  }

  static func definition(_ bytes: [UInt8], _ path: String) throws(WorkspaceError) -> RequestDefinition {
    guard let made = try document(bytes, path).definition() else {
      throw .invalid(Notice(.error, path, "not a request file; it is never written"))
    }
    return made
  }
}

extension Workspace {
  /// Whether a collection is in the older format, which is shown and sent but not edited.
  public func isReadOnly(_ collection: String) -> Bool {
    !CollectionLoader.rootNames.contains { name in
      // What cannot be examined is not there.
      ((try? files.stamp(FilePaths.join(collection, name))) ?? nil) != nil
    }
  }

  /// Writes an older collection anew in the OpenCollection format, into a folder of its own below `parent`; the old one
  /// stays as it is. Returns the new collection's path and what was not carried over.
  public func convert(_ collection: String, into parent: String) throws(WorkspaceError) -> (
    path: String, notices: [Notice]
  ) {
    var loader = CollectionLoader(files: files, root: collection)
    let node = loader.collection()
    let taken = try names(in: parent)
    let base = FileNames.base(from: node.name)
    let target = FilePaths.join(
      parent, FileNames.free(base.isEmpty ? "collection" : base, ending: "", among: taken, isCopy: false))
    var steps: [WorkspaceChange.Step] = [.makeFolder(target)]
    let shared = try settings(of: collection)
    let root = SettingsWriter.tree(
      SettingsWriter.collection(named: node.name), from: SharedSettings(), to: shared.settings)
    steps.append(
      .write(path: FilePaths.join(target, CollectionLoader.rootNames[0]), old: nil, new: YAMLEmitter.file(root)))
    var notices = loader.notices
    try convert(node.items, from: collection, to: target, &steps, &notices)
    let found = environments(of: collection)
    notices += found.notices
    if !found.environments.isEmpty {
      let folder = FilePaths.join(target, CollectionLoader.environmentFolder)
      steps.append(.makeFolder(folder))
      for file in found.environments {
        let bytes = YAMLEmitter.file(EnvironmentWriter.file(file.environment))
        steps.append(.write(path: FilePaths.join(folder, file.environment.name + ".yml"), old: nil, new: bytes))
      }
    }
    try perform(WorkspaceChange(steps))
    return (target, notices)
  }

  private func convert(
    _ items: [TreeItem], from source: String, to target: String, _ steps: inout [WorkspaceChange.Step],
    _ notices: inout [Notice]
  ) throws(WorkspaceError) {
    for item in items {
      switch item {
      case .folder(let node):
        let folder = FilePaths.join(target, FilePaths.name(of: node.path))
        let file = try settings(of: node.path)
        steps.append(.makeFolder(folder))
        var root = SettingsWriter.folder(named: file.name, sequence: file.sequence)
        root = SettingsWriter.tree(root, from: SharedSettings(authentication: .inherit), to: file.settings)
        steps.append(
          .write(path: FilePaths.join(folder, CollectionLoader.folderNames[0]), old: nil, new: YAMLEmitter.file(root)))
        try convert(node.items, from: source, to: folder, &steps, &notices)
      case .request(let node):
        if let fault = node.fault {
          notices.append(fault)
          continue
        }
        let file = try request(at: node.path)
        if case .unsupported(let kind) = file.definition.kind {
          notices.append(Notice(.warning, node.path, "a request of the kind \(kind) is not carried over"))
          continue
        }
        if file.bytes.containsBlock("example") {
          notices.append(Notice(.warning, node.path, "its examples are not carried over"))
        }
        let path = FilePaths.join(target, FilePaths.baseName(of: node.path) + ".yml")
        steps.append(.write(path: path, old: nil, new: YAMLEmitter.file(RequestWriter.file(file.definition))))
      }
    }
  }
}

extension [UInt8] {
  /// Whether a block of that name begins on a line of its own.
  fileprivate func containsBlock(_ name: String) -> Bool {
    split(separator: 0x0A).contains { $0.starts(with: Array("\(name) {".utf8)) }
  }
}
