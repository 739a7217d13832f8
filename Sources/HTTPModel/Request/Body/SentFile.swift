import Basics
import Libc

/// A file in a body: measured when the request is built, read while sending.
package enum SentFile {
  /// The way in which body files are opened.
  package enum Opening: Sendable {
    /// Through symbolic links, as usual.
    case following
    /// By exactly their paths: only regular files, never through a link.
    case plain

    package init(_ options: TransferOptions) {
      self = options.followsLinks == false ? .plain : .following
    }
  }
}

extension SentFile.Opening {
  /// The size in bytes.
  /// - Throws: `RequestError.file` if it is missing, unreadable, a folder or a pipe.
  func size(of path: String) throws(RequestError) -> Int {
    if self == .plain { return try plainSize(of: path) }
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else {
      throw .file(path: path, reason: String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .file(path: path, reason: "it is a folder") }
    guard status.st_mode & S_IFMT != S_IFIFO, status.st_mode & S_IFMT != S_IFSOCK else {
      throw .file(path: path, reason: "it is a pipe, which has no known length: send a stream")
    }
    guard access(path, R_OK) == 0 else { throw .file(path: path, reason: String(cString: strerror(errno))) }
    return Int(status.st_size)
  }

  private func plainSize(of path: String) throws(RequestError) -> Int {
    let file: Int32
    do { file = try descriptor(of: path) } catch { throw .file(path: path, reason: error.reason) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .file(path: path, reason: String(cString: strerror(errno))) }
    return Int(status.st_size)
  }

  /// An open descriptor for reading; the caller closes it.
  func descriptor(of path: String) throws(PlainFile.Failure) -> Int32 {
    if self == .plain { return try PlainFile.open(path) }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw PlainFile.Failure(code: errno) }
    return file
  }

  /// A reader of the file from its start, chunk by chunk.
  func reader(of path: String) throws -> BodyStream.Reader {
    let handle: Int32
    do { handle = try descriptor(of: path) } catch { throw RequestError.file(path: path, reason: error.reason) }
    let file = OpenFile(handle)
    return {
      guard let bytes = Descriptor.read(file.descriptor, limit: 1 << 16) else {
        throw RequestError.file(path: path, reason: String(cString: strerror(errno)))
      }
      return bytes.isEmpty ? nil : bytes
    }
  }

  /// Closes the descriptor when the last reader is released.
  private final class OpenFile: Sendable {
    let descriptor: Int32
    init(_ descriptor: Int32) { self.descriptor = descriptor }
    deinit { _ = close(descriptor) }
  }
}
