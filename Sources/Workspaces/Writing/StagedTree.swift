import Basics

/// Writes files and folders under a temporary name and renames them once all of them are on disk: readers find all or
/// nothing, and a killed program leaves one temporary folder behind.
struct StagedTree {
  private let files: FileSystem
  private let parent: String
  /// Its temporary name.
  let folder: String
  private var folders: [String]

  /// - Parameter contents: files with their paths in the tree; folders are created as needed.
  init(_ contents: [TreeFile], in parent: String, files: FileSystem) throws(WorkspaceError) {
    self.files = files
    self.parent = parent
    folder = try Self.freeFolder(in: parent, files)
    folders = [folder]
    do {
      try write(contents)
    } catch {
      discard()
      throw error.renamed(folder, to: parent)
    }
  }

  private static func freeFolder(in parent: String, _ files: FileSystem) throws(WorkspaceError) -> String {
    while true {
      let path = FilePaths.join(parent, AtomicFile.temporaryName())
      if try onDisk({ () throws(FileError) in try files.stamp(path) }) == nil { return path }
    }
  }

  /// Removes a tree that already has its name. It is renamed first, so that readers never find a part of it. Best
  /// effort.
  static func takeBack(_ path: String, _ files: FileSystem) {
    let hidden = FilePaths.join(FilePaths.parent(of: path) ?? "/", AtomicFile.temporaryName())
    // A tree that cannot be renamed stays complete under its name.
    if (try? files.place(path, hidden)) != nil { remove(hidden, files) }
  }

  /// Syncs each folder once, and all file contents together.
  private mutating func write(_ contents: [TreeFile]) throws(WorkspaceError) {
    try onDisk { [files, folder] () throws(FileError) in try files.makeDirectory(folder, 0o755) }
    var known: Set<String> = [folder]
    for (number, file) in contents.enumerated() {
      StepReport.receiver?(number, contents.count)
      let path = FilePaths.join(folder, file.path)
      var missing: [String] = []
      var above = FilePaths.parent(of: path) ?? folder
      while known.insert(above).inserted {
        missing.append(above)
        above = FilePaths.parent(of: above) ?? folder
      }
      for path in missing.reversed() {
        try onDisk { [files] () throws(FileError) in try files.makeDirectory(path, 0o755) }
        folders.append(path)
      }
      try onDisk { [files] () throws(FileError) in try files.write(path, file.bytes, 0o644) }
    }
    try onDisk { [files, folder, folders] () throws(FileError) in
      try files.settle(folder)
      for path in folders.reversed() { try files.synchronize(path) }
    }
  }

  /// Renames the tree to `name`, or to the next free name if that is taken.
  /// - Returns: its path.
  /// - Throws: if it still has its temporary name; the caller discards it.
  func commit(as name: String) throws(WorkspaceError) -> String {
    var taken: [String] = []
    while true {
      let free = FileNames.free(name, ending: "", among: try names() + taken, isCopy: false)
      let path = FilePaths.join(parent, free)
      do throws(FileError) { try files.place(folder, path) } catch {
        guard error.reason == .exists, taken.count < 10 else { throw .file(error) }
        taken.append(free)
        continue
      }
      // The content is on disk; only the directory entry may be written later.
      try? files.synchronize(parent)
      return path
    }
  }

  private func names() throws(WorkspaceError) -> [String] {
    try onDisk { () throws(FileError) in try files.list(parent).map(\.name) }
  }

  /// Removes the files written so far.
  func discard() { Self.remove(folder, files) }

  /// Removes a tree if that is possible; a remaining one has a temporary name.
  /// - Returns: true if all of it was removed.
  @discardableResult
  static func remove(_ folder: String, _ files: FileSystem) -> Bool {
    // The caller reports what remains.
    (try? files.removeTree(folder)) != nil
  }
}

/// One file of a tree that is built in memory.
struct TreeFile: Hashable, Sendable {
  var path: String
  var bytes: [UInt8]
}

extension WorkspaceError {
  /// Replaces the temporary path, which no longer exists, with the one that the user knows.
  fileprivate func renamed(_ folder: String, to place: String) -> WorkspaceError {
    guard case .file(var error) = self, FilePaths.isBelow(error.path, folder) else { return self }
    error.path = place + error.path.dropFirst(folder.count)
    error.message = "cannot be written: \(error.message)"
    return .file(error)
  }
}
