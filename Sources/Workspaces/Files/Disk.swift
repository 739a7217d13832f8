import Basics
import Libc

extension FileSystem {
  /// The real disk.
  package static let live = FileSystem(
    list: { path throws(FileError) in try DiskPlace(path).list() },
    read: { path, limit throws(FileError) in try DiskPlace(path).read(limit: limit) },
    readPart: { path, offset, count throws(FileError) in try DiskPlace(path).read(from: offset, count: count) },
    stamp: { path throws(FileError) in try DiskPlace(path).stamp() },
    resolve: { path throws(FileError) in try Disk.resolve(path) },
    create: { path, bytes, mode throws(FileError) in try DiskPlace(path).create(bytes, mode: mode) },
    append: { path, bytes, mode throws(FileError) in try DiskPlace(path).append(bytes, mode: mode) },
    rename: { from, to throws(FileError) in try Disk.rename(from, to) },
    remove: { path throws(FileError) in try DiskPlace(path).remove() },
    makeDirectory: { path, mode throws(FileError) in try Disk.makeDirectory(path, mode: mode) },
    synchronize: { path throws(FileError) in
      let file = try DiskPlace(path).open(O_RDONLY | O_DIRECTORY)
      defer { close(file) }
      try Disk.synchronize(file, path)
    })
}

/// The system calls on paths, each with its errors in words; those on one file are in `DiskPlace`.
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
    // Names that are not UTF-8 contain this character: the listed name opens no file.
    let isMisnamed = code == ENOENT && path.contains("\u{FFFD}")
    return FileError(
      path, reason, String(cString: strerror(code)) + (isMisnamed ? "; if its name is not UTF-8, rename it" : ""))
  }

  @Sendable static func isLink(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFLNK
  }

  /// Checks whether the file can be read now. It is not opened, because the writer of a pipe would notice.
  static func checkReadable(_ path: String) throws(FileError) {
    guard !path.utf8.has(0) else { throw FileError(path, .other, "a path cannot contain NUL") }
    guard let stamp = try DiskPlace(path).stamp() else { throw error(path, ENOENT) }
    if stamp.isDirectory { throw error(path, EISDIR) }
    guard access(path, R_OK) == 0 else { throw error(path) }
  }

  /// Checks the permissions first, since nothing is read-only for root. A file that does not exist can be written.
  @Sendable static func checkWritable(_ path: String) throws(FileError) {
    guard let stamp = try DiskPlace(path).stamp() else { return }
    guard stamp.mode & 0o222 != 0 else {
      throw FileError(path, .permission, "is read-only and stays unchanged; chmod u+w makes it writable")
    }
    guard access(path, W_OK) == 0 else { throw error(path) }
  }

  static func resolve(_ path: String) throws(FileError) -> String {
    guard let real = realpath(path, nil) else { throw error(path) }
    defer { free(real) }
    return String(cString: real)
  }

  static func rename(_ from: String, _ to: String) throws(FileError) {
    guard Libc.rename(from, to) == 0 else { throw error(to) }
  }

  /// Moves by creating a hard link, which fails atomically if the name is taken. Directories, and file systems without
  /// hard links, are checked first instead.
  @Sendable static func place(_ from: String, _ to: String) throws(FileError) {
    if link(from, to) == 0 {
      guard unlink(from) == 0 else { throw error(from) }
      return
    }
    guard errno != EEXIST else { throw error(to) }
    guard try DiskPlace(to).stamp() == nil else { throw error(to, EEXIST) }
    try rename(from, to)
  }

  static func makeDirectory(_ path: String, mode: UInt32) throws(FileError) {
    if mkdir(path, mode_t(mode)) == 0 { return }
    if errno == EEXIST {
      guard let stamp = try DiskPlace(path).stamp(), stamp.isDirectory else {
        throw FileError(path, .exists, "a file of that name exists")
      }
      return
    }
    guard errno == ENOENT, let parent = FilePaths.parent(of: path), parent != path else { throw error(path) }
    try makeDirectory(parent, mode: mode)
    guard mkdir(path, mode_t(mode)) == 0 || errno == EEXIST else { throw error(path) }
  }

  /// Syncs an open directory. Some file systems cannot do that and report EINVAL; then there is nothing to wait for.
  static func synchronize(_ directory: Int32, _ path: String) throws(FileError) {
    guard fsync(directory) == 0 || errno == EINVAL || errno == ENOTSUP else { throw error(path) }
  }

  /// One call syncs thousands of files, if the system supports it.
  @Sendable static func settle(_ folder: String) throws(FileError) {
    let file = try DiskPlace(folder).open(O_RDONLY | O_DIRECTORY)
    defer { close(file) }
    let code = FileSystemWait.settle(file)
    if code == 0 { return }
    guard code == ENOSYS || code == EPERM else { throw error(folder, code) }
    for entry in try DiskPlace(folder).list() {
      let path = FilePaths.join(folder, entry.name)
      if entry.kind == .directory { try settle(path) }
      guard entry.kind == .file else { continue }
      let file = try DiskPlace(path).open(O_RDONLY)
      defer { close(file) }
      guard fsync(file) == 0 || errno == EINVAL else { throw error(path) }
    }
  }

  /// Unlocks the file before it is closed: until a child process that starts now runs its program, it has the file open,
  /// too, and would keep the lock.
  static func unlock(_ file: Int32) {
    flock(file, LOCK_UN)
    close(file)
  }
}
