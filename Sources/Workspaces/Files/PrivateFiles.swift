import Libc

extension FileSystem {
  /// The same file system, with access to `.apus` only through this guard.
  package func guarded(by door: PrivateFolder) -> FileSystem {
    let base = self
    var files = self
    files.list = { path throws(FileError) in
      guard door.holds(path) else { return try base.list(path) }
      let file = try door.folder(path)
      defer { close(file) }
      return try DiskPlace(".", in: file, path).list()
    }
    files.read = { path, limit throws(FileError) in
      guard door.holds(path) else { return try base.read(path, limit) }
      return try door.inside(path) { place throws(FileError) in try place.read(limit: limit) }
    }
    files.readPart = { path, offset, count throws(FileError) in
      guard door.holds(path) else { return try base.readPart(path, offset, count) }
      return try door.inside(path) { place throws(FileError) in try place.read(from: offset, count: count) }
    }
    files.stamp = { path throws(FileError) in
      door.holds(path) ? try door.stamp(path) : try base.stamp(path)
    }
    files.resolve = { path throws(FileError) in
      guard door.holds(path) else { return try base.resolve(path) }
      guard try door.stamp(path) != nil else { throw FileError(path, .missing, "No such file or directory") }
      return path
    }
    files.checkWritable = { path throws(FileError) in
      // Apus itself set the modes in it.
      if !door.holds(path) { try base.checkWritable(path) }
    }
    files.create = { path, bytes, mode throws(FileError) in
      guard door.holds(path) else { return try base.create(path, bytes, mode) }
      try door.inside(path, making: true) { place throws(FileError) in try place.create(bytes, mode: mode) }
    }
    files.append = { path, bytes, mode throws(FileError) in
      guard door.holds(path) else { return try base.append(path, bytes, mode) }
      try door.inside(path, making: true) { place throws(FileError) in try place.append(bytes, mode: mode) }
    }
    files.addMoves(door, base)
    files.addFolders(door, base)
    return files
  }

  private mutating func addMoves(_ door: PrivateFolder, _ base: FileSystem) {
    rename = { from, to throws(FileError) in
      guard door.holds(from) || door.holds(to) else { return try base.rename(from, to) }
      try door.move(from, to) { old, new throws(FileError) in
        guard renameat(old.folder, old.name, new.folder, new.name) == 0 else { throw Disk.error(to) }
      }
    }
    place = { from, to throws(FileError) in
      guard door.holds(from) || door.holds(to) else { return try base.place(from, to) }
      try door.move(from, to) { old, new throws(FileError) in
        var info = stat()
        // In the folder, a crash between the two calls would leave a hard link, which is refused later.
        if !door.holds(to), linkat(old.folder, old.name, new.folder, new.name, 0) == 0 {
          guard unlinkat(old.folder, old.name, 0) == 0 else { throw Disk.error(from) }
          return
        }
        guard fstatat(new.folder, new.name, &info, AT_SYMLINK_NOFOLLOW) != 0 else { throw Disk.error(to, EEXIST) }
        guard renameat(old.folder, old.name, new.folder, new.name) == 0 else { throw Disk.error(to) }
      }
    }
    remove = { path throws(FileError) in
      guard door.holds(path) else { return try base.remove(path) }
      try door.inside(path) { place throws(FileError) in try place.remove() }
    }
    lock = { path throws(FileError) in
      guard door.holds(path) else { return try base.lock(path) }
      return try door.inside(path) { place throws(FileError) in try place.lock() }
    }
    hold = { path throws(FileError) in
      guard door.holds(path) else { return try base.hold(path) }
      return try door.inside(path, making: true) { place throws(FileError) in try place.hold() }
    }
  }

  private mutating func addFolders(_ door: PrivateFolder, _ base: FileSystem) {
    makeDirectory = { path, mode throws(FileError) in
      guard door.holds(path) else { return try base.makeDirectory(path, mode) }
      close(try door.folder(path, making: mode))
    }
    synchronize = { path throws(FileError) in
      guard door.holds(path) else { return try base.synchronize(path) }
      let file = try door.folder(path)
      defer { close(file) }
      try Disk.synchronize(file, path)
    }
  }
}

extension PrivateFolder {
  fileprivate func stamp(_ path: String) throws(FileError) -> FileStamp? {
    do {
      if path == self.path {
        close(try folder(path))
        return try DiskPlace(path).stamp()
      }
      return try inside(path) { place throws(FileError) in try place.stamp() }
    } catch {
      if error.reason == .missing { return nil }
      throw error
    }
  }

  /// Opens the folder at the end of the path; the caller closes it.
  /// - Parameter mode: if given, missing folders are created with these permissions.
  fileprivate func folder(_ path: String, making mode: UInt32? = nil) throws(FileError) -> Int32 {
    var file = try root(making: mode != nil)
    var walked = self.path
    for name in try parts(of: path) {
      walked += "/\(name)"
      let above = file
      defer { close(above) }
      if let mode, mkdirat(above, name, mode_t(mode)) != 0, errno != EEXIST { throw Disk.error(walked) }
      file = try DiskPlace(name, in: above, walked).open(O_RDONLY | O_DIRECTORY)
    }
    return file
  }

  /// Calls `work` with the place of the path in its open folder.
  fileprivate func inside<Value>(
    _ path: String, making: Bool = false, _ work: (DiskPlace) throws(FileError) -> Value
  ) throws(FileError) -> Value {
    guard let above = FilePaths.parent(of: path), holds(above), let name = try parts(of: path).last else {
      throw FileError(path, .other, "the folder itself cannot be written or moved")
    }
    if making { close(try root(making: true)) }
    let file = try folder(above)
    defer { close(file) }
    return try work(DiskPlace(name, in: file, path))
  }

  /// Moves a file; one of the two paths may be outside.
  fileprivate func move(
    _ from: String, _ to: String, _ work: (DiskPlace, DiskPlace) throws(FileError) -> Void
  ) throws(FileError) {
    func at(_ path: String, _ work: (DiskPlace) throws(FileError) -> Void) throws(FileError) {
      if holds(path) { try inside(path, work) } else { try work(DiskPlace(path)) }
    }
    try at(from) { old throws(FileError) in try at(to) { new throws(FileError) in try work(old, new) } }
  }

  /// If the folder is not used, a reader finds nothing and continues without it; a writer gets an error.
  private func root(making: Bool) throws(FileError) -> Int32 {
    do { return try openRoot(making: making) } catch {
      if error.reason == .unused, !making { throw FileError(error.path, .missing, error.message) }
      throw error
    }
  }

  private func parts(of path: String) throws(FileError) -> [String] {
    let parts = path.utf8.dropFirst(self.path.utf8.count).split(separator: UInt8(ascii: "/"))
    let names = parts.map { String(decoding: $0, as: UTF8.self) }
    guard names.allSatisfy({ $0 != "." && $0 != ".." && !$0.utf8.contains(0) }) else {
      throw FileError(path, .refused, "not a path below \(Self.name)")
    }
    return names
  }
}
