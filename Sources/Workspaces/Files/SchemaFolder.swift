import Networking

/// `.apus/schemas`, where what servers tell of themselves is kept. Reached as all of `.apus` is: no link is followed,
/// and the folder above gets its token.
package struct SchemaFolder: Sendable {
  @Indirect private var files: FileSystem
  /// Absolute.
  let path: String

  /// - Parameter files: a workspace's, guarded by its private folder.
  init(_ files: FileSystem, in home: PrivateFolder) {
    self.files = files
    path = FilePaths.join(home.path, "schemas")
  }

  /// Reads a file in it; fails above `limit` bytes.
  func read(_ name: String, atMost limit: Int) throws(WorkspaceError) -> [UInt8] {
    let file = FilePaths.join(path, name)
    return try onDisk { () throws(FileError) in try files.read(file, limit) }
  }

  /// Writes a file in it, in place of what was there; the folder is made if it is missing.
  func keep(_ bytes: [UInt8], as name: String) throws(WorkspaceError) {
    try onDisk { () throws(FileError) in try files.makeDirectory(path, 0o700) }
    try AtomicFile(files).replace(FilePaths.join(path, name), with: bytes, mode: 0o600)
  }
}

extension SchemaFolder: Hashable {
  package static func == (left: SchemaFolder, right: SchemaFolder) -> Bool { left.path == right.path }

  package func hash(into hasher: inout Hasher) { hasher.combine(path) }
}
