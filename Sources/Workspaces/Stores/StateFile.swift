package import Basics

/// A JSON file in the user's state folder, readable only by its owner, that several programs may change at the same
/// time.
package struct StateFile: Sendable {
  private let files: FileSystem
  private let lock: WriteLock
  /// Absolute.
  package let path: String
  /// The content in messages: `your consents`.
  private let words: String

  package init(_ path: String, of words: String, stateFolder: String, files: FileSystem = .live) {
    self.path = path
    self.words = words
    self.files = files
    lock = WriteLock(stateFolder: stateFolder)
  }

  /// `nil` if there is no file or an empty one.
  /// - Throws: also for a file that is not JSON, which is left as it is.
  package func content() throws(WorkspaceError) -> JSONValue? {
    guard let bytes = try onDisk({ () throws(FileError) in try files.readIfThere(path, 16 << 20) }), !bytes.isEmpty
    else { return nil }
    do throws(JSONError) { return try JSONValue(parsing: bytes) } catch { throw invalid(error.description) }
  }

  package func invalid(_ reason: String) -> WorkspaceError {
    .invalid(Notice(.error, path, "\(reason); correct or remove the file, which contains \(words)"))
  }

  /// Changes the current content under the file's lock, so that the changes of other programs are kept.
  package func change(_ body: (JSONValue?) throws(WorkspaceError) -> JSONValue?) throws(WorkspaceError) {
    try lock.holding(path) { () throws(WorkspaceError) in
      let before = try content()
      let after = try body(before)
      AtomicFile(files).sweep(path.folder)
      guard let after, after != before else { return }
      try onDisk { () throws(FileError) in try files.makeDirectory(path.folder, 0o700) }
      try AtomicFile(files).replace(path, with: Array(after.pretty.utf8) + [0x0A], mode: 0o600)
    }
  }
}
