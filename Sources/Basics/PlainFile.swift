import CFileSystem
import Libc

/// Opens a file by its exact path, following no symbolic links.
///
/// Use it for a path that was checked beforehand: if a link has replaced the file or one of its folders since the
/// check, opening fails.
package enum PlainFile {
  /// The reason why a file was not opened, as the system's error code.
  package struct Failure: Error, Hashable, Sendable {
    /// A value of `errno`.
    package var code: Int32

    /// A failure with this `errno`.
    package init(code: Int32) { self.code = code }

    /// True if part of the path is a link or has changed its type.
    package var isChanged: Bool { code == ELOOP || code == ENOTDIR }

    /// The system's message, or that links are not followed, and pipes and devices not read.
    package var reason: String {
      if isChanged { return "a part of its path is a link by now, which is not followed" }
      return code == EINVAL ? "not a regular file" : String(cString: strerror(code))
    }
  }

  /// Opens a regular file for reading; the caller closes the descriptor.
  /// - Parameter path: absolute, without `.` and `..`.
  package static func open(_ path: String) throws(Failure) -> Int32 {
    let file = try descriptor(path)
    var info = stat()
    guard fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw Failure(code: EINVAL)
    }
    return file
  }

  #if canImport(Darwin)
  private static func descriptor(_ path: String) throws(Failure) -> Int32 {
    guard isPlain(path) else { throw Failure(code: EINVAL) }
    let file = Darwin.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW_ANY)
    guard file >= 0 else { throw Failure(code: errno) }
    return file
  }
  #else
  private static func descriptor(_ path: String) throws(Failure) -> Int32 {
    guard isPlain(path) else { throw Failure(code: EINVAL) }
    var parts = path.split(separator: "/").map(String.init)
    guard let name = parts.popLast() else { throw Failure(code: EISDIR) }
    var folder = try next(AT_FDCWD, "/", Self.pathOnly | O_DIRECTORY)
    defer { close(folder) }
    for part in parts {
      let inner = try next(folder, part, Self.pathOnly | O_DIRECTORY | O_NOFOLLOW)
      close(folder)
      folder = inner
    }
    return try next(folder, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
  }

  /// `O_PATH`, which the C library's module omits: allows traversing a folder that may not be listed.
  private static let pathOnly: Int32 = 0o10_000_000

  private static func next(_ folder: Int32, _ name: String, _ flags: Int32) throws(Failure) -> Int32 {
    while true {
      let file = openat(folder, name, flags | O_CLOEXEC)
      if file >= 0 { return file }
      guard errno == EINTR else { throw Failure(code: errno) }
    }
  }
  #endif

  /// True if the path is absolute, without a NUL and without `.` and `..`.
  private static func isPlain(_ path: String) -> Bool {
    path.utf8.first == UInt8(ascii: "/") && !path.utf8.contains(0)
      && !path.split(separator: "/").contains { $0 == "." || $0 == ".." }
  }
}

/// Flushes a whole file system to disk in one call, after writing thousands of files.
package enum FileSystemWait {
  /// Returns an error number, or 0; `ENOSYS` if the system has no such call.
  package static func settle(_ descriptor: Int32) -> Int32 { cfilesystem_settle(descriptor) }
}
