/// Files and folders that are written beside their place and get their name when all of them are on the disk: whoever
/// looks finds all of it or nothing, and what a killed program leaves behind is one folder with the name of a temporary.
struct StagedTree {
  private let files: FileSystem
  private let parent: String
  /// Its temporary name.
  let folder: String
  private var folders: [String]

  /// - Parameter contents: by their paths in the tree; folders are made as they are needed.
  init(_ contents: [TreeFile], in parent: String, files: FileSystem) throws(WorkspaceError) {
    self.files = files
    self.parent = parent
    folder = try Self.freeFolder(in: parent, files)
    folders = [folder]
    do {
      try write(contents)
    } catch {
      discard()
      throw error
    }
  }

  private static func freeFolder(in parent: String, _ files: FileSystem) throws(WorkspaceError) -> String {
    while true {
      let path = FilePaths.join(parent, AtomicFile.temporaryName())
      if try onDisk({ () throws(FileError) in try files.stamp(path) }) == nil { return path }
    }
  }

  /// Removes a tree that has its name already: first out of sight, so that nobody finds a part of it. Best effort.
  static func takeBack(_ path: String, _ files: FileSystem) {
    let hidden = FilePaths.join(FilePaths.parent(of: path) ?? "/", AtomicFile.temporaryName())
    // A tree that cannot be moved out of sight stays whole under its name.
    if (try? files.place(path, hidden)) != nil { remove(hidden, files) }
  }

  /// One wait for each folder, and one for what all the files hold.
  private mutating func write(_ contents: [TreeFile]) throws(WorkspaceError) {
    try onDisk { [files, folder] () throws(FileError) in try files.makeDirectory(folder, 0o755) }
    var known: Set<String> = [folder]
    for file in contents {
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

  /// Gives the tree its name in the folder beside which it was written; the next free one where somebody took it.
  /// - Returns: its path.
  /// - Throws: where it has kept its temporary name; it is still to be discarded.
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
      // The content is safe already; the entry alone may come later.
      try? files.synchronize(parent)
      return path
    }
  }

  private func names() throws(WorkspaceError) -> [String] {
    try onDisk { () throws(FileError) in try files.list(parent).map(\.name) }
  }

  /// Takes back what was written.
  func discard() { Self.remove(folder, files) }

  /// Removes a folder with all that is in it; links themselves, not what they point to. Best effort: what stays has the
  /// name of a temporary.
  @discardableResult
  static func remove(_ folder: String, _ files: FileSystem) -> Bool {
    // What cannot be listed is not emptied, and then its folder cannot be removed either.
    for entry in (try? files.list(folder)) ?? [] {
      let path = FilePaths.join(folder, entry.name)
      // What stays here keeps its folder, which tells of it at the end.
      if entry.kind == .directory { remove(path, files) } else { try? files.remove(path) }
    }
    // The caller learns only whether everything is gone.
    return (try? files.remove(folder)) != nil
  }
}

/// One file of a tree that is made in memory first.
struct TreeFile: Hashable, Sendable {
  /// Inside the tree.
  var path: String
  var bytes: [UInt8]
}

extension TreeFile {
  /// The files that steps make below a folder, by their paths in it.
  static func files(of steps: [WorkspaceChange.Step], below folder: String) -> [TreeFile] {
    steps.compactMap { step in
      guard case .write(let path, nil, let bytes?) = step, FilePaths.isBelow(path, folder) else { return nil }
      return TreeFile(path: String(path.dropFirst(folder.count + 1)), bytes: bytes)
    }
  }
}
