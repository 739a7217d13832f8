#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Opens a file by exactly its path, no part of which may be a symbolic link.
///
/// For a path that was checked before it is opened: a link that takes the place of the file, or of a folder above it,
/// between the check and the opening leads nowhere.
public enum PlainFile {
  /// Why a file was not opened: the code of the system's error.
  public struct Failure: Error, Hashable, Sendable {
    /// A value of `errno`.
    public var code: Int32

    /// A failure with this `errno`.
    public init(code: Int32) { self.code = code }

    /// Whether a part of the path is a link, or is something else than it was.
    public var isChanged: Bool { code == ELOOP || code == ENOTDIR }

    /// In the system's words, or those of the rule that no link is followed.
    public var reason: String {
      isChanged ? "a part of its path is a link by now, which is not followed" : String(cString: strerror(code))
    }
  }

  /// A descriptor for reading a regular file, which the caller closes.
  /// - Parameter path: absolute, without `.` and `..`.
  public static func open(_ path: String) throws(Failure) -> Int32 {
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

  /// `O_PATH`, which the C library's module leaves out: a folder can be gone through that cannot be listed.
  private static let pathOnly: Int32 = 0o10_000_000

  private static func next(_ folder: Int32, _ name: String, _ flags: Int32) throws(Failure) -> Int32 {
    while true {
      let file = openat(folder, name, flags | O_CLOEXEC)
      if file >= 0 { return file }
      guard errno == EINTR else { throw Failure(code: errno) }
    }
  }
  #endif

  /// Absolute, without a NUL and without parts that lead back.
  private static func isPlain(_ path: String) -> Bool {
    path.utf8.first == UInt8(ascii: "/") && !path.utf8.contains(0)
      && !path.split(separator: "/").contains { $0 == "." || $0 == ".." }
  }
}
