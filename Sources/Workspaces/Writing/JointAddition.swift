import Basics
import Networking

/// Environments and a folder that are added to a collection as one, although they lie in several places.
///
/// A record in the user's state folder names them before the first is placed and goes after the last. The folder gets its
/// name last: once it has, everything is there. Where a program was stopped before that, whoever adds something next, or
/// starts next, takes back what it had placed.
struct JointAddition {
  private let workspace: Workspace
  private let collection: String
  private let folder: String
  private let path: String

  /// What was about to be added. The user's own words: nothing that comes with a collection can write it.
  private struct Record {
    /// Each file with the digest of what was written into it.
    var environments: [(path: String, digest: String)]
    /// Where the folder lies until it has its name; `nil` for environments alone.
    var staged: String?
  }

  init(_ workspace: Workspace, _ collection: String) {
    self.workspace = workspace
    self.collection = collection
    folder = FilePaths.join(workspace.stateFolder, "unfinished")
    path = FilePaths.join(folder, Digest.hexadecimal(collection.utf8) + ".json")
  }

  /// - Parameters:
  ///   - staged: the temporary name of the folder that `last` puts in its place; it is removed where anything fails.
  ///   - last: makes all of it count.
  func add<Value>(
    _ environments: [Environment], staged: String?, _ options: SaveOptions,
    last: () throws(WorkspaceError) -> Value
  ) throws(WorkspaceError) -> Value {
    try workspace.writeLock.holding(path) { () throws(WorkspaceError) in
      try takeBackRecorded()
      guard !environments.isEmpty else { return try last() }
      var record = Record(environments: [], staged: staged)
      for environment in environments {
        // A name that is taken is refused before it could be taken for ours.
        try workspace.checkFree(environment.name, of: collection)
        let place = try workspace.environmentPath(environment.name, collection)
        record.environments.append((place, Digest.hexadecimal(Workspace.bytes(of: environment))))
      }
      // Without a state folder that can be written only a kill between two renames leaves something behind.
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
          // It is done; a record whose folder has its name means nothing.
          try? remove()
        } else {
          try remove()
        }
        return value
      } catch {
        // The error that stopped it is what is told; what cannot be taken back now is by whoever comes next.
        try? takeBack(made)
        throw error
      }
    }
  }

  /// Whether there is a record: of somebody who is at work, or of what is still to be taken back.
  var isPending: Bool {
    // One that cannot be examined is read, or not, where it counts.
    ((try? workspace.files.stamp(path)) ?? nil) != nil
  }

  /// Takes back what a program that was stopped left.
  func recover() throws(WorkspaceError) {
    // Nobody waits for a lock where there is no record; one that comes up meanwhile is somebody's who is at work.
    guard isPending else { return }
    try workspace.writeLock.holding(path) { () throws(WorkspaceError) in try takeBackRecorded() }
  }

  private func takeBackRecorded() throws(WorkspaceError) {
    guard let record = try read() else { return }
    try takeBack(record)
  }

  /// First the environments, then the folder, then the record: stopped anywhere, it can be done again.
  private func takeBack(_ record: Record) throws(WorkspaceError) {
    var isWhole = false
    if let staged = record.staged {
      isWhole = try onDisk { () throws(FileError) in try workspace.files.stamp(staged) } == nil
    }
    if !isWhole {
      for (path, digest) in record.environments {
        // What somebody wrote into it since is theirs.
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
    do throws(FileError) { bytes = try workspace.files.read(path, ItemLister.largest) } catch {
      if error.reason == .missing { return nil }
      throw .file(error)
    }
    // One that cannot be understood names nothing.
    guard let json = try? JSONValue(parsing: bytes) else { return nil }
    let environments = (json["environments"]?.array ?? []).compactMap { entry -> (path: String, digest: String)? in
      guard let path = entry["path"]?.string, let digest = entry["sha256"]?.string else { return nil }
      return (path, digest)
    }
    return Record(environments: environments, staged: json["folder"]?.string)
  }
}
