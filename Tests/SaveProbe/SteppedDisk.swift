import Workspaces

/// The real disk, which calls a closure before each change, so that a test can stop the program or the disk there.
struct SteppedDisk: Sendable {
  /// Called before each change. Its error becomes the error of the change.
  /// - Parameter tear: leaves half of a file, like a kill in the middle of a write. Does nothing for other calls.
  typealias Step = @Sendable (_ path: String, _ tear: () throws(FileError) -> Void) throws(FileError) -> Void

  let step: Step

  /// Changes below `.apus` are steps, too.
  var files: FileSystem {
    var files = stepping(.live)
    files.guarding = { [self] _, door in stepping(FileSystem.live.guarded(by: door)) }
    return files
  }

  /// The calls of a disk that change nothing, by the names of its members; `guarding` makes a disk.
  static let reading: Set = [
    "list", "read", "readPart", "stamp", "resolve", "isLink", "target", "lock", "guarding",
    "checkWritable",
  ]

  private func stepping(_ live: FileSystem) -> FileSystem {
    var files = live
    files.create = writing(live.create)
    files.write = writing(live.write)
    files.append = writing(live.append)
    files.rename = naming(live.rename)
    files.place = naming(live.place)
    files.remove = changing(live.remove)
    files.synchronize = changing(live.synchronize)
    files.settle = changing(live.settle)
    files.makeDirectory = { path, mode throws(FileError) in
      try step(path) { () throws(FileError) in }
      try live.makeDirectory(path, mode)
    }
    files.hold = { path throws(FileError) in
      try step(path) { () throws(FileError) in }
      return try live.hold(path)
    }
    return files
  }

  private typealias Write = @Sendable (String, [UInt8], UInt32) throws(FileError) -> Void

  private func writing(_ write: @escaping Write) -> Write {
    { path, bytes, mode throws(FileError) in
      try step(path) { () throws(FileError) in try write(path, Array(bytes.prefix(bytes.count / 2)), mode) }
      try write(path, bytes, mode)
    }
  }

  private typealias Name = @Sendable (String, String) throws(FileError) -> Void

  private func naming(_ name: @escaping Name) -> Name {
    { from, to throws(FileError) in
      try step(to) { () throws(FileError) in }
      try name(from, to)
    }
  }

  private typealias Change = @Sendable (String) throws(FileError) -> Void

  private func changing(_ change: @escaping Change) -> Change {
    { path throws(FileError) in
      try step(path) { () throws(FileError) in }
      try change(path)
    }
  }
}
