import Basics

extension Workspace {
  /// Adds the client certificates, the proxy and the folders for imports of an older collection, which are in its `bruno.json`.
  func addOlderConfig(of collection: String, to settings: inout SharedSettings) throws(WorkspaceError) {
    guard let bytes = try readIfPresent(FilePaths.join(collection, BruFormat.root)) else { return }
    // Invalid JSON was reported when the collection was listed.
    guard let json = try? JSONValue(parsing: bytes) else { return }
    settings.certificates = json["clientCertificates"].map(CertificateReader.certificates(ofOlder:)) ?? []
    settings.proxy = json["proxy"].flatMap(ProxyReader.proxy(ofOlder:))
    settings.importPaths = json["protobuf"].map(ImportPathReader.paths(ofOlder:)) ?? []
  }

  /// Whether a collection is in the older format, which is shown and sent but not edited.
  package func isReadOnly(_ collection: String) -> Bool {
    !CollectionLoader.rootNames.contains { name in
      // A file that cannot be examined counts as absent.
      ((try? files.stamp(FilePaths.join(collection, name))) ?? nil) != nil
    }
  }
}

extension Workspace {
  /// Whether a folder has a `bruno.json`.
  package static func holdsOlderCollection(
    _ folder: String, files: FileSystem = .live
  ) throws(WorkspaceError) -> Bool {
    try onDisk { () throws(FileError) in try files.stamp(FilePaths.join(folder, BruFormat.root)) }?.isDirectory == false
  }

  /// Whether a folder has an `opencollection.yml`, which takes precedence when the folder is opened.
  package static func holdsNewerCollection(
    _ folder: String, files: FileSystem = .live
  ) throws(WorkspaceError) -> Bool {
    for name in CollectionLoader.rootNames {
      let path = FilePaths.join(folder, name)
      if try onDisk({ () throws(FileError) in try files.stamp(path) }) != nil { return true }
    }
    return false
  }

  /// Opens the older collection of a folder even if it also holds a newer one.
  package static func openOlder(_ folder: String, files: FileSystem = .live) throws(WorkspaceError) -> Workspace {
    let hidden = Set(CollectionLoader.rootNames.map { FilePaths.join(folder, $0) })
    var older = files
    older.stamp = { path throws(FileError) in hidden.contains(path) ? nil : try files.stamp(path) }
    older.read = { path, limit throws(FileError) in
      if hidden.contains(path) { throw FileError(path, .missing, "left aside") }
      return try files.read(path, limit)
    }
    return try open(folder, files: older)
  }
}
