import Basics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension FileSystem {
  /// The real disk.
  package static let live = FileSystem(
    list: { path throws(FileError) in try Disk.list(path) },
    read: { path, limit throws(FileError) in try Disk.read(path, limit: limit) },
    readPart: { path, offset, count throws(FileError) in try Disk.read(path, from: offset, count: count) },
    stamp: { path throws(FileError) in try Disk.stamp(path) },
    resolve: { path throws(FileError) in try Disk.resolve(path) },
    create: { path, bytes, mode throws(FileError) in
      try Disk.write(path, bytes, flags: O_WRONLY | O_CREAT | O_EXCL, mode: mode)
    },
    append: { path, bytes, mode throws(FileError) in
      try Disk.append(path, bytes, mode: mode)
    },
    rename: { from, to throws(FileError) in try Disk.rename(from, to) },
    remove: { path throws(FileError) in try Disk.remove(path) },
    makeDirectory: { path, mode throws(FileError) in try Disk.makeDirectory(path, mode: mode) },
    synchronize: { path throws(FileError) in try Disk.synchronize(path) })
}

/// The system calls behind the live file system, each with its errors in words.
enum Disk {
  static func error(_ path: String, _ code: Int32 = errno) -> FileError {
    let reason: FileError.Reason =
      switch code {
      case ENOENT, ENOTDIR: .missing
      case EEXIST, ENOTEMPTY: .exists
      case EACCES, EPERM, EROFS: .permission
      case ENOSPC, EDQUOT: .full
      default: .other
      }
    // Bytes that are no UTF-8 stand as this character: the folder lists a name that opens nothing.
    let isMisnamed = code == ENOENT && path.contains("\u{FFFD}")
    return FileError(
      path, reason, String(cString: strerror(code)) + (isMisnamed ? "; if its name is not UTF-8, rename it" : ""))
  }

  static func open(_ path: String, _ flags: Int32, mode: UInt32 = 0) throws(FileError) -> Int32 {
    // A NUL would silently truncate the path.
    guard !path.utf8.has(0) else { throw FileError(path, .other, "a path cannot hold a NUL") }
    while true {
      #if canImport(Darwin)
      let file = Darwin.open(path, flags | O_CLOEXEC, mode_t(mode))
      #elseif canImport(Musl)
      let file = Musl.open(path, flags | O_CLOEXEC, mode_t(mode))
      #else
      let file = Glibc.open(path, flags | O_CLOEXEC, mode_t(mode))
      #endif
      if file >= 0 { return file }
      guard errno == EINTR else { throw error(path) }
    }
  }

  static func stamp(_ path: String) throws(FileError) -> FileStamp? {
    var info = stat()
    guard stat(path, &info) == 0 else {
      // No file can have a name that is too long.
      if errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG { return nil }
      throw error(path)
    }
    return FileStamp(info)
  }

  @Sendable static func isLink(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFLNK
  }

  /// Whether the file could be read now; it is not opened, because the writer of a pipe would notice.
  static func checkReadable(_ path: String) throws(FileError) {
    guard !path.utf8.has(0) else { throw FileError(path, .other, "a path cannot hold a NUL") }
    guard let stamp = try stamp(path) else { throw error(path, ENOENT) }
    if stamp.isDirectory { throw error(path, EISDIR) }
    guard access(path, R_OK) == 0 else { throw error(path) }
  }

  /// By its permissions first: nothing is read-only for root. A file that does not exist can be written.
  @Sendable static func checkWritable(_ path: String) throws(FileError) {
    guard let stamp = try stamp(path) else { return }
    guard stamp.mode & 0o222 != 0 else {
      throw FileError(path, .permission, "is read-only and stays as it is; chmod u+w makes it writable")
    }
    guard access(path, W_OK) == 0 else { throw error(path) }
  }

  static func resolve(_ path: String) throws(FileError) -> String {
    guard let real = realpath(path, nil) else { throw error(path) }
    defer { free(real) }
    return String(cString: real)
  }

  static func rename(_ from: String, _ to: String) throws(FileError) {
    #if canImport(Darwin)
    let result = Darwin.rename(from, to)
    #elseif canImport(Musl)
    let result = Musl.rename(from, to)
    #else
    let result = Glibc.rename(from, to)
    #endif
    guard result == 0 else { throw error(to) }
  }

  /// Moves by creating a hard link, which fails atomically if the name is taken. Directories, and file systems without
  /// hard links, are checked first instead.
  @Sendable static func place(_ from: String, _ to: String) throws(FileError) {
    if link(from, to) == 0 {
      guard unlink(from) == 0 else { throw error(from) }
      return
    }
    guard errno != EEXIST else { throw error(to) }
    guard try stamp(to) == nil else { throw error(to, EEXIST) }
    try rename(from, to)
  }

  static func remove(_ path: String) throws(FileError) {
    if unlink(path) == 0 { return }
    // For a directory, Linux reports EISDIR and Darwin EPERM.
    guard errno == EISDIR || errno == EPERM, rmdir(path) == 0 else { throw error(path) }
  }

  static func makeDirectory(_ path: String, mode: UInt32) throws(FileError) {
    if mkdir(path, mode_t(mode)) == 0 { return }
    if errno == EEXIST {
      guard let stamp = try stamp(path), stamp.isDirectory else {
        throw FileError(path, .exists, "a file of that name is in the way")
      }
      return
    }
    guard errno == ENOENT, let parent = FilePaths.parent(of: path), parent != path else { throw error(path) }
    try makeDirectory(parent, mode: mode)
    guard mkdir(path, mode_t(mode)) == 0 || errno == EEXIST else { throw error(path) }
  }

  static func synchronize(_ path: String) throws(FileError) {
    let file = try open(path, O_RDONLY | O_DIRECTORY)
    defer { close(file) }
    // Some file systems cannot sync a directory and report EINVAL; then there is nothing to wait for.
    guard fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP else { throw error(path) }
  }
}

extension FileStamp {
  init(_ info: stat) {
    #if canImport(Darwin)
    let time = info.st_mtimespec
    #else
    let time = info.st_mtim
    #endif
    self.init(
      device: UInt64(truncatingIfNeeded: info.st_dev), inode: UInt64(truncatingIfNeeded: info.st_ino),
      size: Int(info.st_size), modified: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec),
      mode: UInt32(info.st_mode) & 0o7777, isDirectory: info.st_mode & S_IFMT == S_IFDIR)
  }
}
