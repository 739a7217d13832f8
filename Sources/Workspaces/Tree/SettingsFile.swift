/// The settings shared by a folder or a collection, as read from its file; `bytes` is empty if it has no file.
package struct SettingsFile: Hashable, Sendable {
  /// Absolute path of `folder.yml` or `opencollection.yml`, whether it exists or not.
  package var path: String
  /// The name in the file, else that of the folder.
  package var name: String
  package var sequence: Double?
  package var settings: SharedSettings
  package var notices: [Notice]
  package internal(set) var bytes: [UInt8]
}

extension SettingsFile {
  /// What a file is the settings of, by its name, which no request can have; `nil` for any other file.
  package static func kind(at path: String) -> RequestDefinition.Kind? {
    let written = FilePaths.name(of: path)
    // Nearly every name differs from those below in its first letter.
    guard let first = written.utf8.first, CollectionLoader.initials.contains(first | 0x20) else { return nil }
    let name = written.lowercased()
    if CollectionLoader.folderNames.contains(name) { return .folder }
    return CollectionLoader.rootNames.contains(name) || name == BruFormat.collectionFile ? .collection : nil
  }

  static func folderName(of path: String) -> String { FilePaths.name(of: FilePaths.parent(of: path) ?? path) }
}

extension Workspace {
  /// The file for the settings of a folder or a collection, whether it exists or not.
  package func settingsPath(of folder: String) -> String {
    let isRoot = Self.isCollection(folder, files)
    let found = settingsNames(isRoot: isRoot).lazy.map { FilePaths.join(folder, $0) }.first { [files] path in
      // A file that cannot be examined cannot be read either, which is reported then.
      ((try? files.stamp(path)) ?? nil) != nil
    }
    if let found { return found }
    // A collection in the older format gets no file of the newer one.
    let isOlder = isReadOnly(collection(of: folder))
    let names = settingsNames(isRoot: isRoot)
    return FilePaths.join(folder, names[isOlder ? names.count - 1 : 0])
  }

  /// The names of a file with settings, the first that exists counts.
  func settingsNames(isRoot: Bool) -> [String] {
    isRoot ? CollectionLoader.rootNames + [BruFormat.collectionFile] : CollectionLoader.folderNames
  }

  /// The settings of a folder or a collection by the path of their file; a folder without one shares nothing.
  func sharedSettings(at path: String, of kind: RequestDefinition.Kind) throws(WorkspaceError) -> RequestFile {
    let bytes = try readIfPresent(path)
    if bytes == nil, let folder = FilePaths.parent(of: path) {
      let stamp = try onDisk { () throws(FileError) in try files.stamp(folder) }
      guard stamp?.isDirectory == true else { throw .file(FileError(path, .missing, "its folder is gone")) }
    }
    var file = try RequestFile(path: path, bytes: bytes ?? [], schemes: schemes)
    if kind == .collection, BruFormat.isFile(path), let folder = FilePaths.parent(of: path) {
      var settings = file.definition.shared
      try addOlderConfig(of: folder, to: &settings)
      file.definition = RequestDefinition(settings, of: kind, named: file.definition.name)
    }
    return file
  }
}
