#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// System calls relative to an open folder. They follow no link and touch nothing that is not ours.
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
      // A link gives ELOOP or ENOTDIR, a pipe without a reader ENXIO: report what it is.
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

  /// Opens a file to read, write or lock. Does not block on a pipe, and writes nothing before the file is known to be
  /// ours.
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

  /// Appends to the file that has the name now, everything or nothing: if the file was replaced while this waited for
  /// its lock, it opens the new one.
  static func append(
    _ folder: Int32, _ name: String, _ bytes: [UInt8], _ mode: UInt32, _ path: String
  ) throws(FileError) {
    while true {
      let file = try file(folder, name, O_WRONLY | O_CREAT | O_APPEND, mode: mode, path)
      defer { close(file) }
      let isLocked = Disk.lockWhole(file)
      var info = stat()
      guard fstat(file, &info) == 0 else { throw Disk.error(path) }
      guard let named = try stamp(folder, name, path), named.inode == FileStamp(info).inode else { continue }
      let code = Disk.extend(file, bytes, size: info.st_size, isLocked: isLocked)
      guard code == 0 else { throw Disk.error(path, code) }
      return
    }
  }

  static func lock(_ folder: Int32, _ name: String, _ path: String) throws(FileError) -> FileLock? {
    while try stamp(folder, name, path) != nil {
      let file = try file(folder, name, O_RDONLY, path)
      var isKept = false
      defer { if !isKept { close(file) } }
      Disk.lockWhole(file)
      var info = stat()
      // Replaced while this waited: the lock of a file without a name keeps nobody out.
      let named = try stamp(folder, name, path)
      isKept = fstat(file, &info) == 0 && named?.inode == FileStamp(info).inode
      if isKept { return FileLock { close(file) } }
    }
    return nil
  }

  static func hold(_ folder: Int32, _ name: String, _ path: String) throws(FileError) -> FileLock? {
    let file = try file(folder, name, O_RDWR | O_CREAT, mode: 0o600, path)
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { break }
      close(file)
      return nil
    }
    return FileLock { close(file) }
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
