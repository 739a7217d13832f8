#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension FileSystem {
  /// The same file system with access to `.apus` through this guard only.
  package func guarded(by door: PrivateFolder) -> FileSystem {
    let base = self
    var files = self
    files.list = { path throws(FileError) in
      door.holds(path) ? try door.list(path) : try base.list(path)
    }
    files.read = { path, limit throws(FileError) in
      guard door.holds(path) else { return try base.read(path, limit) }
      let bytes = try door.read(path, from: 0, count: limit == .max ? limit : limit + 1)
      guard bytes.count <= limit else { throw Disk.tooLarge(path, limit) }
      return bytes
    }
    files.readPart = { path, offset, count throws(FileError) in
      door.holds(path) ? try door.read(path, from: offset, count: count) : try base.readPart(path, offset, count)
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
      // Its modes are those that Apus gave them.
      if !door.holds(path) { try base.checkWritable(path) }
    }
    files.create = { path, bytes, mode throws(FileError) in
      guard door.holds(path) else { return try base.create(path, bytes, mode) }
      try door.inside(path, making: true) { (folder, name) throws(FileError) in
        try PrivateDisk.create(folder, name, bytes, mode, path)
      }
    }
    files.append = { path, bytes, mode throws(FileError) in
      guard door.holds(path) else { return try base.append(path, bytes, mode) }
      try door.inside(path, making: true) { (folder, name) throws(FileError) in
        try PrivateDisk.append(folder, name, bytes, mode, path)
      }
    }
    files.addMoves(door, base)
    files.addFolders(door, base)
    return files
  }

  private mutating func addMoves(_ door: PrivateFolder, _ base: FileSystem) {
    rename = { from, to throws(FileError) in
      guard door.holds(from) || door.holds(to) else { return try base.rename(from, to) }
      try door.move(from, to) { (old, oldName, new, newName) throws(FileError) in
        guard renameat(old, oldName, new, newName) == 0 else { throw Disk.error(to) }
      }
    }
    place = { from, to throws(FileError) in
      guard door.holds(from) || door.holds(to) else { return try base.place(from, to) }
      try door.move(from, to) { (old, oldName, new, newName) throws(FileError) in
        var info = stat()
        // Inside, a crash between the two calls would leave a hard link, which is refused later.
        if !door.holds(to), linkat(old, oldName, new, newName, 0) == 0 {
          guard unlinkat(old, oldName, 0) == 0 else { throw Disk.error(from) }
          return
        }
        guard fstatat(new, newName, &info, AT_SYMLINK_NOFOLLOW) != 0 else { throw Disk.error(to, EEXIST) }
        guard renameat(old, oldName, new, newName) == 0 else { throw Disk.error(to) }
      }
    }
    remove = { path throws(FileError) in
      guard door.holds(path) else { return try base.remove(path) }
      try door.inside(path) { (folder, name) throws(FileError) in try PrivateDisk.remove(folder, name, path) }
    }
    lock = { path throws(FileError) in
      guard door.holds(path) else { return try base.lock(path) }
      return try door.inside(path) { (folder, name) throws(FileError) in
        try PrivateDisk.lock(folder, name, path)
      }
    }
    hold = { path throws(FileError) in
      guard door.holds(path) else { return try base.hold(path) }
      return try door.inside(path, making: true) { (folder, name) throws(FileError) in
        try PrivateDisk.hold(folder, name, path)
      }
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
      // Some file systems cannot sync a directory and report EINVAL; then there is nothing to wait for.
      guard fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP else { throw Disk.error(path) }
    }
  }
}

extension PrivateFolder {
  fileprivate func list(_ path: String) throws(FileError) -> [DirectoryEntry] {
    let file = try folder(path)
    defer { close(file) }
    return try PrivateDisk.list(file, path)
  }

  fileprivate func read(_ path: String, from offset: Int, count: Int) throws(FileError) -> [UInt8] {
    try inside(path) { (folder, name) throws(FileError) in
      try PrivateDisk.read(folder, name, path, from: offset, count: count)
    }
  }

  fileprivate func stamp(_ path: String) throws(FileError) -> FileStamp? {
    do {
      if path == self.path {
        close(try folder(path))
        return try Disk.stamp(path)
      }
      return try inside(path) { (folder, name) throws(FileError) in try PrivateDisk.stamp(folder, name, path) }
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
      if let mode { try PrivateDisk.makeFolder(above, name, mode, walked) }
      file = try PrivateDisk.folder(above, name, walked)
    }
    return file
  }

  /// Calls `work` with the folder that contains the path, and the last part of the path.
  fileprivate func inside<Value>(
    _ path: String, making: Bool = false, _ work: (Int32, String) throws(FileError) -> Value
  ) throws(FileError) -> Value {
    guard let above = FilePaths.parent(of: path), holds(above), let name = try parts(of: path).last else {
      throw FileError(path, .other, "the folder itself is neither written nor moved")
    }
    if making { close(try root(making: true)) }
    let file = try folder(above)
    defer { close(file) }
    return try work(file, name)
  }

  /// One of the two paths may lie outside.
  fileprivate func move(
    _ from: String, _ to: String, _ work: (Int32, String, Int32, String) throws(FileError) -> Void
  ) throws(FileError) {
    func place(_ path: String, _ work: (Int32, String) throws(FileError) -> Void) throws(FileError) {
      if holds(path) { try inside(path, work) } else { try work(AT_FDCWD, path) }
    }
    try place(from) { (old, oldName) throws(FileError) in
      try place(to) { (new, newName) throws(FileError) in try work(old, oldName, new, newName) }
    }
  }

  /// If the folder is not used, a reader sees nothing and goes on without it; a writer gets an error.
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
