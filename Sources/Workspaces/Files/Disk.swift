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
    // Names that are not UTF-8 contain this character: the listed name opens no file.
    let isMisnamed = code == ENOENT && path.contains("\u{FFFD}")
    return FileError(
      path, reason, String(cString: strerror(code)) + (isMisnamed ? "; if its name is not UTF-8, rename it" : ""))
  }

  static func open(_ path: String, _ flags: Int32, mode: UInt32 = 0) throws(FileError) -> Int32 {
    // A NUL would silently truncate the path.
    guard !path.utf8.has(0) else { throw FileError(path, .other, "a path cannot contain NUL") }
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

  /// Checks whether the file can be read now. It is not opened, because the writer of a pipe would notice.
  static func checkReadable(_ path: String) throws(FileError) {
    guard !path.utf8.has(0) else { throw FileError(path, .other, "a path cannot contain NUL") }
    guard let stamp = try stamp(path) else { throw error(path, ENOENT) }
    if stamp.isDirectory { throw error(path, EISDIR) }
    guard access(path, R_OK) == 0 else { throw error(path) }
  }

  /// Checks the permissions first, since nothing is read-only for root. A file that does not exist can be written.
  @Sendable static func checkWritable(_ path: String) throws(FileError) {
    guard let stamp = try stamp(path) else { return }
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
        throw FileError(path, .exists, "a file of that name exists")
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
    self.init(
      device: UInt64(truncatingIfNeeded: info.st_dev), inode: UInt64(truncatingIfNeeded: info.st_ino),
      size: Int(info.st_size), modified: info.modified,
      mode: UInt32(info.st_mode) & 0o7777, isDirectory: info.st_mode & S_IFMT == S_IFDIR)
  }
}

extension Disk {
  static func list(_ path: String) throws(FileError) -> [DirectoryEntry] {
    guard let directory = opendir(path) else { throw error(path) }
    defer { closedir(directory) }
    return entries(of: path) { readdir(directory) }
  }

  static func entries(of path: String, _ next: () -> UnsafeMutablePointer<dirent>?) -> [DirectoryEntry] {
    var entries: [DirectoryEntry] = []
    while let entry = next() {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: UInt8.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) { bytes in
          String(decodingCString: bytes, as: UTF8.self)
        }
      }
      if name == "." || name == ".." { continue }
      entries.append(DirectoryEntry(name, kind(entry.pointee.d_type, "\(path)/\(name)")))
    }
    return entries
  }

  private static func kind(_ type: UInt8, _ path: String) -> DirectoryEntry.Kind {
    switch Int32(type) {
    case Int32(DT_REG): return .file
    case Int32(DT_DIR): return .directory
    case Int32(DT_LNK): return .link
    case Int32(DT_UNKNOWN):
      var info = stat()
      guard lstat(path, &info) == 0 else { return .other }
      return switch info.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      case S_IFLNK: .link
      default: .other
      }
    default: return .other
    }
  }

  static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let bytes = try read(path, from: 0, count: limit == .max ? limit : limit + 1, limit: limit)
    // The file may have grown since its size was read.
    guard bytes.count <= limit else { throw tooLarge(path, limit) }
    return bytes
  }

  static func tooLarge(_ path: String, _ limit: Int) -> FileError {
    FileError(path, .tooLarge, "larger than \(ByteCount(limit).limitText), the most that is read")
  }

  static func read(
    _ path: String, from offset: Int, count: Int, limit: Int = .max
  ) throws(FileError) -> [UInt8] {
    let file = try open(path, O_RDONLY | O_NONBLOCK)
    defer { close(file) }
    return try content(of: file, path, from: offset, count: count, limit: limit)
  }

  static func content(
    of file: Int32, _ path: String, from offset: Int, count: Int, limit: Int = .max
  ) throws(FileError) -> [UInt8] {
    var info = stat()
    guard fstat(file, &info) == 0 else { throw error(path) }
    // A pipe or a device among the requests would block or never end.
    guard info.st_mode & S_IFMT == S_IFREG else { throw FileError(path, .other, "not a regular file") }
    guard info.st_size <= limit else { throw tooLarge(path, limit) }
    let wanted = max(0, min(count, Int(info.st_size) - offset))
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      while filled < wanted {
        let got = pread(file, buffer.baseAddress.map { $0 + filled }, wanted - filled, off_t(offset + filled))
        if got < 0, errno == EINTR { continue }
        if got <= 0 {
          failed = got < 0
          break
        }
        filled += got
      }
    }
    if failed { throw error(path) }
    return bytes
  }

  /// Writes all of `bytes`; removes the file again if it was created here and could not be filled.
  static func write(_ path: String, _ bytes: [UInt8], flags: Int32, mode: UInt32) throws(FileError) {
    let file = try open(path, flags, mode: mode)
    let code = fill(file, bytes, mode: flags & O_EXCL != 0 ? mode : nil)
    close(file)
    guard code == 0 else {
      if flags & O_EXCL != 0 { unlink(path) }
      throw error(path, code)
    }
  }

  /// Creates a file; `settle` syncs it to disk.
  @Sendable static func write(_ path: String, _ bytes: [UInt8], _ mode: UInt32) throws(FileError) {
    let file = try open(path, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
    let code = fill(file, bytes, mode: mode, waits: false)
    close(file)
    guard code == 0 else {
      unlink(path)
      throw error(path, code)
    }
  }

  /// One call syncs thousands of files, if the system supports it.
  @Sendable static func settle(_ folder: String) throws(FileError) {
    let file = try open(folder, O_RDONLY | O_DIRECTORY)
    defer { close(file) }
    let code = FileSystemWait.settle(file)
    if code == 0 { return }
    guard code == ENOSYS || code == EPERM else { throw error(folder, code) }
    for entry in try list(folder) {
      let path = FilePaths.join(folder, entry.name)
      if entry.kind == .directory { try settle(path) }
      guard entry.kind == .file else { continue }
      let file = try open(path, O_RDONLY)
      defer { close(file) }
      guard fsync(file) == 0 || errno == EINVAL else { throw error(path) }
    }
  }

  static func append(_ path: String, _ bytes: [UInt8], mode: UInt32) throws(FileError) {
    try append(
      bytes, to: path, stamp: { () throws(FileError) in try stamp(path) },
      open: { () throws(FileError) in try open(path, O_WRONLY | O_CREAT | O_APPEND, mode: mode) })
  }

  /// Appends all bytes or none to the file that currently has the name: if the file was replaced while this waited for
  /// its lock, it opens the new one.
  static func append(
    _ bytes: [UInt8], to path: String, stamp: () throws(FileError) -> FileStamp?, open: () throws(FileError) -> Int32
  ) throws(FileError) {
    while true {
      let file = try open()
      defer { close(file) }
      let isLocked = lockWhole(file)
      var info = stat()
      guard fstat(file, &info) == 0 else { throw error(path) }
      guard let named = try stamp(), named.inode == FileStamp(info).inode else { continue }
      let code = fill(file, bytes, mode: nil)
      // The error of the write is reported; a line that stays incomplete is skipped by readers. Without the lock,
      // truncating could remove the bytes of others.
      if code != 0, isLocked { _ = ftruncate(file, info.st_size) }
      guard code == 0 else { throw error(path, code) }
      return
    }
  }

  /// Waits for the exclusive lock of the file. If the file system does not support locks, no program can hold one.
  @discardableResult static func lockWhole(_ file: Int32) -> Bool {
    while flock(file, LOCK_EX) != 0 { if errno != EINTR { return false } }
    return true
  }

  @Sendable static func lock(_ path: String) throws(FileError) -> FileLock? {
    try lock(
      stamp: { () throws(FileError) in try stamp(path) }, open: { () throws(FileError) in try open(path, O_RDONLY) })
  }

  /// The lock is held until the closure is called; `nil` if the file does not exist.
  static func lock(
    stamp: () throws(FileError) -> FileStamp?, open: () throws(FileError) -> Int32
  ) throws(FileError) -> FileLock? {
    while try stamp() != nil {
      let file = try open()
      var isKept = false
      defer { if !isKept { close(file) } }
      lockWhole(file)
      var info = stat()
      // The file was replaced while this waited; a lock on the unlinked file excludes nobody.
      let named = try stamp()
      isKept = fstat(file, &info) == 0 && named?.inode == FileStamp(info).inode
      if isKept { return FileLock { unlock(file) } }
    }
    return nil
  }

  @Sendable static func hold(_ path: String) throws(FileError) -> FileLock? {
    hold(try open(path, O_RDWR | O_CREAT, mode: 0o600))
  }

  /// Locks an open file and closes it in the end; `nil` if another program has locked it.
  static func hold(_ file: Int32) -> FileLock? {
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      // If the file system does not support locks, every program counts as the only one.
      guard errno == EWOULDBLOCK else { break }
      close(file)
      return nil
    }
    return FileLock { unlock(file) }
  }

  /// Unlocks the file before it is closed: until a child process that starts now runs its program, it has the file open,
  /// too, and would keep the lock.
  static func unlock(_ file: Int32) {
    flock(file, LOCK_UN)
    close(file)
  }

  /// Writes all bytes and syncs the file. Returns the system's error code, 0 for success.
  static func fill(_ file: Int32, _ bytes: [UInt8], mode: UInt32?, waits: Bool = true) -> Int32 {
    guard Descriptor.write(bytes, to: file) else { return errno }
    if let mode, fchmod(file, mode_t(mode)) != 0 { return errno }
    return waits && fsync(file) != 0 && errno != EINVAL ? errno : 0
  }
}
