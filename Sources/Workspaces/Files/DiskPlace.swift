import Basics
import Libc

/// A path on disk; or a name in an open folder of `.apus`, where no link is followed and only files of this user are
/// used.
struct DiskPlace {
  /// For a path, the current folder.
  let folder: Int32
  let name: String
  /// The whole path, for messages.
  private let path: String

  init(_ path: String) { (folder, name, self.path) = (AT_FDCWD, path, path) }

  init(_ name: String, in folder: Int32, _ path: String) {
    self.folder = folder
    self.name = name
    self.path = path
  }

  private var isPrivate: Bool { folder != AT_FDCWD }

  /// Does not wait for the other end of a private pipe, and creates or truncates nothing that must not be used.
  func open(_ flags: Int32, mode: UInt32 = 0) throws(FileError) -> Int32 {
    // A NUL would silently truncate the path.
    guard !name.utf8.has(0) else { throw FileError(path, .other, "a path cannot contain NUL") }
    let flags = flags | O_CLOEXEC | (isPrivate ? O_NOFOLLOW | O_NONBLOCK : 0)
    while true {
      let file = Libc.openat(folder, name, flags, mode_t(mode))
      if file >= 0 { return try checked(file, isFolder: flags & O_DIRECTORY != 0) }
      let code = errno
      if code == EINTR { continue }
      // A link gives ELOOP or ENOTDIR, a pipe without a reader ENXIO; report the actual kind.
      var info = stat()
      if isPrivate, code != ENOENT, fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0 {
        try check(info, isFolder: flags & O_DIRECTORY != 0)
      }
      throw Disk.error(path, code)
    }
  }

  private func checked(_ file: Int32, isFolder: Bool) throws(FileError) -> Int32 {
    guard isPrivate else { return file }
    do throws(FileError) {
      var info = stat()
      guard fstat(file, &info) == 0 else { throw Disk.error(path) }
      try check(info, isFolder: isFolder)
      return file
    } catch {
      close(file)
      throw error
    }
  }

  private func check(_ info: stat, isFolder: Bool) throws(FileError) {
    if isPrivate, let fault = PrivateFolder.fault(info, isFolder: isFolder) { throw FileError(path, .refused, fault) }
  }

  /// `nil` if nothing exists there.
  func stamp() throws(FileError) -> FileStamp? {
    var info = stat()
    guard fstatat(folder, name, &info, isPrivate ? AT_SYMLINK_NOFOLLOW : 0) == 0 else {
      // No file can have a name that is too long.
      if errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG { return nil }
      throw Disk.error(path)
    }
    try check(info, isFolder: false)
    return FileStamp(info)
  }

  /// Removes a file, a link or an empty folder; a link itself, not its target.
  func remove() throws(FileError) {
    if unlinkat(folder, name, 0) == 0 { return }
    // For a directory, Linux reports EISDIR and Darwin EPERM.
    guard errno == EISDIR || errno == EPERM, unlinkat(folder, name, AT_REMOVEDIR) == 0 else { throw Disk.error(path) }
  }
}

/// Reading and writing.
extension DiskPlace {
  func list() throws(FileError) -> [DirectoryEntry] {
    let file = try open(O_RDONLY | O_DIRECTORY)
    guard let stream = fdopendir(file) else {
      close(file)
      throw Disk.error(path)
    }
    defer { closedir(stream) }
    var entries: [DirectoryEntry] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: UInt8.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) { bytes in
          String(decodingCString: bytes, as: UTF8.self)
        }
      }
      if name == "." || name == ".." { continue }
      entries.append(DirectoryEntry(name: name, kind: Self.kind(entry.pointee.d_type, "\(path)/\(name)")))
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

  /// Reads the whole file; fails above `limit` bytes.
  func read(limit: Int) throws(FileError) -> [UInt8] {
    let bytes = try read(from: 0, count: limit == .max ? limit : limit + 1, limit: limit)
    // The file may have grown since its size was read.
    guard bytes.count <= limit else { throw tooLarge(limit) }
    return bytes
  }

  private func tooLarge(_ limit: Int) -> FileError {
    FileError(path, .tooLarge, "larger than \(ByteCount(limit).limitText), the most that is read")
  }

  func read(from offset: Int, count: Int, limit: Int = .max) throws(FileError) -> [UInt8] {
    let file = try open(O_RDONLY | O_NONBLOCK)
    defer { close(file) }
    var info = stat()
    guard fstat(file, &info) == 0 else { throw Disk.error(path) }
    // A pipe or a device among the requests would block or never end.
    guard info.st_mode & S_IFMT == S_IFREG else { throw FileError(path, .other, "not a regular file") }
    guard info.st_size <= limit else { throw tooLarge(limit) }
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
    if failed { throw Disk.error(path) }
    return bytes
  }

  /// Creates a file with these bytes; removes it again if it cannot be filled.
  /// - Parameter waits: whether to sync it to disk.
  func create(_ bytes: [UInt8], mode: UInt32, waits: Bool = true) throws(FileError) {
    let file = try open(O_WRONLY | O_CREAT | O_EXCL, mode: mode)
    let code = Self.fill(file, bytes, mode: mode, waits: waits)
    close(file)
    guard code == 0 else {
      unlinkat(folder, name, 0)
      throw Disk.error(path, code)
    }
  }

  /// Appends all bytes or none to the file that currently has the name: if the file was replaced while this waited for
  /// its lock, it opens the new one.
  func append(_ bytes: [UInt8], mode: UInt32) throws(FileError) {
    while true {
      let file = try open(O_WRONLY | O_CREAT | O_APPEND, mode: mode)
      defer { close(file) }
      let isLocked = Self.lockWhole(file)
      var info = stat()
      guard fstat(file, &info) == 0 else { throw Disk.error(path) }
      guard let named = try stamp(), named.inode == FileStamp(info).inode else { continue }
      let code = Self.fill(file, bytes, mode: nil)
      // The error of the write is reported; a line that stays incomplete is skipped by readers. Without the lock,
      // truncating could remove the bytes of others.
      if code != 0, isLocked { _ = ftruncate(file, info.st_size) }
      guard code == 0 else { throw Disk.error(path, code) }
      return
    }
  }

  /// Writes all bytes and syncs the file. Returns the system's error code, 0 for success.
  private static func fill(_ file: Int32, _ bytes: [UInt8], mode: UInt32?, waits: Bool = true) -> Int32 {
    guard Descriptor.write(bytes, to: file) else { return errno }
    if let mode, fchmod(file, mode_t(mode)) != 0 { return errno }
    return waits && fsync(file) != 0 && errno != EINVAL ? errno : 0
  }
}

/// Locks. If the file system does not support them, no program can hold one, and every program counts as the only one.
extension DiskPlace {
  /// Waits for the exclusive lock of the file.
  @discardableResult private static func lockWhole(_ file: Int32) -> Bool {
    while flock(file, LOCK_EX) != 0 { if errno != EINTR { return false } }
    return true
  }

  /// Makes every `append` to the file wait until the lock is released; `nil` if the file does not exist.
  func lock() throws(FileError) -> FileLock? {
    while try stamp() != nil {
      let file = try open(O_RDONLY)
      var isKept = false
      defer { if !isKept { close(file) } }
      Self.lockWhole(file)
      var info = stat()
      // The file was replaced while this waited; a lock on the unlinked file excludes nobody.
      let named = try stamp()
      isKept = fstat(file, &info) == 0 && named?.inode == FileStamp(info).inode
      if isKept { return FileLock { Disk.unlock(file) } }
    }
    return nil
  }

  /// Creates the file if it is absent and locks it; `nil` if another program has locked it.
  func hold() throws(FileError) -> FileLock? {
    let file = try open(O_RDWR | O_CREAT, mode: 0o600)
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { break }
      close(file)
      return nil
    }
    return FileLock { Disk.unlock(file) }
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
