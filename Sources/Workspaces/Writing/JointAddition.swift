import Basics
import HTTPModel

/// Adds environments and a folder to a collection as a unit, although they are in several locations.
///
/// A record in the user's state folder lists them before the first is moved into place, and is removed after the last.
/// The folder is renamed last, so the addition is complete once it has its name. If the program is stopped before that,
/// the next addition, or the next start, undoes the incomplete one.
struct JointAddition {
  private let workspace: Workspace
  private let collection: String
  private let folder: String
  private let path: String

  /// The record of an addition. It is in the user's state folder, so that a collection cannot bring its own.
  private struct Record {
    /// Each file with the digest of its content.
    var environments: [(path: String, digest: String)]
    /// The folder's temporary path; `nil` if only environments are added.
    var staged: String?
  }

  init(_ workspace: Workspace, _ collection: String) {
    self.workspace = workspace
    self.collection = collection
    folder = FilePaths.join(workspace.stateFolder, "unfinished")
    path = FilePaths.join(folder, Digest.hexadecimal(collection.utf8) + ".json")
  }

  /// - Parameters:
  ///   - staged: the temporary path of the folder that `last` moves into place; it is removed on failure.
  ///   - last: completes the addition.
  func add<Value>(
    _ environments: [Environment], staged: String?, _ options: SaveOptions,
    last: () throws(WorkspaceError) -> Value
  ) throws(WorkspaceError) -> Value {
    try workspace.writeLock.holding(path) { () throws(WorkspaceError) in
      try takeBackRecorded()
      guard !environments.isEmpty else { return try last() }
      var record = Record(environments: [], staged: staged)
      for environment in environments {
        // A taken name is refused, so that its file is not mistaken for one of this addition.
        try workspace.checkFree(environment.name, of: collection)
        let place = try workspace.environmentPath(environment.name, collection)
        record.environments.append((place, Digest.hexadecimal(Workspace.bytes(of: environment))))
      }
      // If the state folder is not writable, only a kill between two renames leaves files behind.
      try? write(record)
      var made = record
      made.environments = []
      do throws(WorkspaceError) {
        for (environment, entry) in zip(environments, record.environments) {
          _ = try workspace.createEnvironment(environment, of: collection, options: options)
          made.environments.append(entry)
        }
        let value = try last()
        if staged != nil {
          // The addition is complete; a record whose folder has its final name is ignored.
          try? remove()
        } else {
          try remove()
        }
        return value
      } catch {
        // The original error is reported; steps that cannot be undone now are undone later.
        try? takeBack(made)
        throw error
      }
    }
  }

  /// True if there is a record, of an addition in progress or of one to be undone.
  var isPending: Bool {
    // Examining the record may fail; reading it then reports the error.
    ((try? workspace.files.stamp(path)) ?? nil) != nil
  }

  /// Undoes an addition that a stopped program left incomplete.
  func recover() throws(WorkspaceError) {
    // Without a record, there is no need to wait for the lock; one that appears now belongs to an addition in progress.
    guard isPending else { return }
    try workspace.writeLock.holding(path) { () throws(WorkspaceError) in try takeBackRecorded() }
  }

  private func takeBackRecorded() throws(WorkspaceError) {
    guard let record = try read() else { return }
    try takeBack(record)
  }

  /// Removes the environments, then the folder, then the record, so that it can be repeated after a stop at any point.
  private func takeBack(_ record: Record) throws(WorkspaceError) {
    var isWhole = false
    if let staged = record.staged {
      isWhole = try onDisk { () throws(FileError) in try workspace.files.stamp(staged) } == nil
    }
    if !isWhole {
      for (path, digest) in record.environments {
        // A file that was changed since then is not removed.
        guard let bytes = try workspace.readIfPresent(path), Digest.hexadecimal(bytes) == digest else { continue }
        try onDisk { () throws(FileError) in try workspace.files.remove(path) }
      }
      if let staged = record.staged { StagedTree.remove(staged, workspace.files) }
    }
    try remove()
  }

  private func remove() throws(WorkspaceError) {
    do throws(FileError) { try workspace.files.remove(path) } catch {
      if error.reason != .missing { throw .file(error) }
    }
  }

  private func write(_ record: Record) throws(WorkspaceError) {
    let environments = record.environments.map { entry in
      JSONValue.object([
        JSONValue.Member("path", .string(entry.path)), JSONValue.Member("sha256", .string(entry.digest)),
      ])
    }
    var members = [JSONValue.Member("environments", .array(environments))]
    if let staged = record.staged { members.append(JSONValue.Member("folder", .string(staged))) }
    try onDisk { () throws(FileError) in try workspace.files.makeDirectory(folder, 0o700) }
    try AtomicFile(workspace.files).replace(path, with: Array(JSONValue.object(members).pretty.utf8), mode: 0o600)
  }

  private func read() throws(WorkspaceError) -> Record? {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try workspace.files.read(path, FileSystem.largestFile) } catch {
      if error.reason == .missing { return nil }
      throw .file(error)
    }
    // A record that cannot be parsed lists nothing.
    guard let json = try? JSONValue(parsing: bytes) else { return nil }
    let environments = (json["environments"]?.array ?? []).compactMap { entry -> (path: String, digest: String)? in
      guard let path = entry["path"]?.string, let digest = entry["sha256"]?.string else { return nil }
      return (path, digest)
    }
    return Record(environments: environments, staged: json["folder"]?.string)
  }
}
