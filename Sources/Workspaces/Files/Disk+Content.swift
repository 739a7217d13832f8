import Basics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

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

  /// Writes all of `bytes`; a file that was created here and could not be filled is removed.
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

  /// Appends to the file that has the name now, everything or nothing: if the file was replaced while this waited for
  /// its lock, it opens the new one.
  static func append(_ path: String, _ bytes: [UInt8], mode: UInt32) throws(FileError) {
    while true {
      let file = try open(path, O_WRONLY | O_CREAT | O_APPEND, mode: mode)
      defer { close(file) }
      let isLocked = lockWhole(file)
      var info = stat()
      guard fstat(file, &info) == 0 else { throw error(path) }
      guard let named = try stamp(path), named.inode == FileStamp(info).inode else { continue }
      let code = extend(file, bytes, size: info.st_size, isLocked: isLocked)
      guard code == 0 else { throw error(path, code) }
      return
    }
  }

  /// Waits until nobody else holds the file. If the file system does not support locks, nobody can hold one.
  @discardableResult static func lockWhole(_ file: Int32) -> Bool {
    while flock(file, LOCK_EX) != 0 { if errno != EINTR { return false } }
    return true
  }

  /// Writes all bytes at the end and syncs the file; of bytes that a full disk has no room for, none stay. Returns the
  /// system's error code, 0 for success.
  /// - Parameter isLocked: whether nobody else can append, so that cutting the file takes nothing of others.
  static func extend(_ file: Int32, _ bytes: [UInt8], size: off_t, isLocked: Bool) -> Int32 {
    let code = fill(file, bytes, mode: nil)
    // The error of the write is reported; a line that stays incomplete is skipped by readers.
    if code != 0, isLocked { _ = ftruncate(file, size) }
    return code
  }

  /// The lock is held until the closure is called; `nil` if the file does not exist.
  @Sendable static func lock(_ path: String) throws(FileError) -> FileLock? {
    while try stamp(path) != nil {
      let file = try open(path, O_RDONLY)
      var isKept = false
      defer { if !isKept { close(file) } }
      lockWhole(file)
      var info = stat()
      // Replaced while this waited: the lock of a file without a name keeps nobody out.
      let named = try stamp(path)
      isKept = fstat(file, &info) == 0 && named?.inode == FileStamp(info).inode
      if isKept { return FileLock { close(file) } }
    }
    return nil
  }

  @Sendable static func hold(_ path: String) throws(FileError) -> FileLock? {
    let file = try open(path, O_RDWR | O_CREAT, mode: 0o600)
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      let isHeld = errno == EWOULDBLOCK
      // If the file system does not support locks, every program counts as the only one.
      guard isHeld else { break }
      close(file)
      return nil
    }
    return FileLock { close(file) }
  }

  /// Writes all bytes and syncs the file. Returns the system's error code, 0 for success.
  static func fill(_ file: Int32, _ bytes: [UInt8], mode: UInt32?, waits: Bool = true) -> Int32 {
    var done = 0
    var code: Int32 = 0
    bytes.withUnsafeBytes { raw in
      while done < raw.count, code == 0 {
        #if canImport(Darwin)
        let wrote = Darwin.write(file, raw.baseAddress?.advanced(by: done), raw.count - done)
        #elseif canImport(Musl)
        let wrote = Musl.write(file, raw.baseAddress?.advanced(by: done), raw.count - done)
        #else
        let wrote = Glibc.write(file, raw.baseAddress?.advanced(by: done), raw.count - done)
        #endif
        if wrote < 0, errno == EINTR { continue }
        if wrote <= 0 { code = wrote < 0 ? errno : EIO } else { done += wrote }
      }
    }
    if code == 0, let mode, fchmod(file, mode_t(mode)) != 0 { code = errno }
    if code == 0, waits, fsync(file) != 0, errno != EINVAL { code = errno }
    return code
  }
}
