#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension FileSystem {
  /// The same file system, with access to `.apus` only through this guard.
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
      // Apus itself set the modes in it.
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
        // In the folder, a crash between the two calls would leave a hard link, which is refused later.
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
        Disk.hold(try PrivateDisk.file(folder, name, O_RDWR | O_CREAT, mode: 0o600, path))
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
      throw FileError(path, .other, "the folder itself cannot be written or moved")
    }
    if making { close(try root(making: true)) }
    let file = try folder(above)
    defer { close(file) }
    return try work(file, name)
  }

  /// Moves a file; one of the two paths may be outside.
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

/// System calls relative to an open folder. They follow no links and use only files of this user.
enum PrivateDisk {
  static func open(
    _ folder: Int32, _ name: String, _ flags: Int32, mode: UInt32 = 0, _ path: String
  ) throws(FileError) -> Int32 {
    while true {
      #if canImport(Darwin)
      let file = Darwin.openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC, mode_t(mode))
      #elseif canImport(Musl)
      let file = Musl.openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC, mode_t(mode))
      #else
      let file = Glibc.openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC, mode_t(mode))
      #endif
      if file >= 0 { return file }
      let code = errno
      if code == EINTR { continue }
      // A link gives ELOOP or ENOTDIR, a pipe without a reader ENXIO; report the actual kind.
      var info = stat()
      if code != ENOENT, fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0 {
        try check(info, path, isFolder: flags & O_DIRECTORY != 0)
      }
      throw Disk.error(path, code)
    }
  }

  static func folder(_ folder: Int32, _ name: String, _ path: String) throws(FileError) -> Int32 {
    let file = try open(folder, name, O_RDONLY | O_DIRECTORY, path)
    return try checked(file, path, isFolder: true)
  }

  /// Opens a file to read, write or lock. Does not block on a pipe, and writes nothing before the file is verified.
  static func file(
    _ folder: Int32, _ name: String, _ flags: Int32, mode: UInt32 = 0, _ path: String
  ) throws(FileError) -> Int32 {
    try checked(try open(folder, name, flags | O_NONBLOCK, mode: mode, path), path, isFolder: false)
  }

  private static func checked(_ file: Int32, _ path: String, isFolder: Bool) throws(FileError) -> Int32 {
    do throws(FileError) {
      var info = stat()
      guard fstat(file, &info) == 0 else { throw Disk.error(path) }
      try check(info, path, isFolder: isFolder)
      return file
    } catch {
      close(file)
      throw error
    }
  }

  private static func check(_ info: stat, _ path: String, isFolder: Bool) throws(FileError) {
    if let fault = PrivateFolder.fault(info, isFolder: isFolder) { throw FileError(path, .refused, fault) }
  }

  static func list(_ folder: Int32, _ path: String) throws(FileError) -> [DirectoryEntry] {
    // The directory stream owns its descriptor; the caller keeps its own.
    let copy = try PrivateDisk.folder(folder, ".", path)
    guard let stream = fdopendir(copy) else {
      close(copy)
      throw Disk.error(path)
    }
    defer { closedir(stream) }
    return Disk.entries(of: path) { readdir(stream) }
  }

  static func read(
    _ folder: Int32, _ name: String, _ path: String, from offset: Int, count: Int
  ) throws(FileError) -> [UInt8] {
    let file = try file(folder, name, O_RDONLY, path)
    defer { close(file) }
    return try Disk.content(of: file, path, from: offset, count: count)
  }

  static func stamp(_ folder: Int32, _ name: String, _ path: String) throws(FileError) -> FileStamp? {
    var info = stat()
    guard fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT { return nil }
      throw Disk.error(path)
    }
    try check(info, path, isFolder: false)
    return FileStamp(info)
  }

  static func create(
    _ folder: Int32, _ name: String, _ bytes: [UInt8], _ mode: UInt32, _ path: String
  ) throws(FileError) {
    let file = try open(folder, name, O_WRONLY | O_CREAT | O_EXCL, mode: mode, path)
    let code = Disk.fill(file, bytes, mode: mode)
    close(file)
    guard code == 0 else {
      unlinkat(folder, name, 0)
      throw Disk.error(path, code)
    }
  }

  static func append(
    _ folder: Int32, _ name: String, _ bytes: [UInt8], _ mode: UInt32, _ path: String
  ) throws(FileError) {
    try Disk.append(
      bytes, to: path, stamp: { () throws(FileError) in try stamp(folder, name, path) },
      open: { () throws(FileError) in try file(folder, name, O_WRONLY | O_CREAT | O_APPEND, mode: mode, path) })
  }

  static func lock(_ folder: Int32, _ name: String, _ path: String) throws(FileError) -> FileLock? {
    try Disk.lock(
      stamp: { () throws(FileError) in try stamp(folder, name, path) },
      open: { () throws(FileError) in try file(folder, name, O_RDONLY, path) })
  }

  /// Removes the link itself, not its target.
  static func remove(_ folder: Int32, _ name: String, _ path: String) throws(FileError) {
    if unlinkat(folder, name, 0) == 0 { return }
    guard errno == EISDIR || errno == EPERM, unlinkat(folder, name, AT_REMOVEDIR) == 0 else { throw Disk.error(path) }
  }

  static func makeFolder(_ folder: Int32, _ name: String, _ mode: UInt32, _ path: String) throws(FileError) {
    guard mkdirat(folder, name, mode_t(mode)) != 0 else { return }
    guard errno == EEXIST else { throw Disk.error(path) }
  }
}
