#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A file that is part of a body: measured when the request is built, read while it is sent.
enum SentFile {
  /// How many bytes it holds.
  /// - Throws: `RequestError.file` when it is missing, unreadable, a folder or a pipe.
  static func size(of path: String) throws(RequestError) -> Int {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else {
      throw .file(path: path, reason: String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .file(path: path, reason: "it is a folder") }
    guard status.st_mode & S_IFMT != S_IFIFO, status.st_mode & S_IFMT != S_IFSOCK else {
      throw .file(path: path, reason: "it is a pipe, whose length nobody knows: send a stream")
    }
    guard access(path, R_OK) == 0 else { throw .file(path: path, reason: String(cString: strerror(errno))) }
    return Int(status.st_size)
  }

  /// A reader of the file's bytes from its start, a chunk at a time.
  static func reader(of path: String) throws -> BodyStream.Reader {
    let handle = open(path, O_RDONLY | O_CLOEXEC)
    guard handle >= 0 else { throw RequestError.file(path: path, reason: String(cString: strerror(errno))) }
    let file = OpenFile(handle)
    return {
      var failure: Int32?
      let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        let result = read(file.descriptor, buffer.baseAddress, buffer.count)
        if result < 0 { failure = errno }
        count = max(0, result)
      }
      if let failure { throw RequestError.file(path: path, reason: String(cString: strerror(failure))) }
      return bytes.isEmpty ? nil : bytes
    }
  }

  /// Closes the descriptor when the last reader is gone.
  private final class OpenFile: Sendable {
    let descriptor: Int32
    init(_ descriptor: Int32) { self.descriptor = descriptor }
    deinit { _ = close(descriptor) }
  }
}
