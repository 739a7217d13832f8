import Basics
package import Essentials
import Libc

/// Small files with secrets: written atomically, readable only by their owner (0600).
package enum PrivateFile {
  package static func write(_ data: Data, to path: String) throws(NetworkError) {
    let draft = "\(path).\(UUID().uuidString.prefix(8))"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    let isWritten = data.withUnsafeBytes { Descriptor.write($0, to: descriptor) }
    guard isWritten, fsync(descriptor) == 0, rename(draft, path) == 0 else {
      let error = failure(path)
      unlink(draft)
      throw error
    }
  }

  /// The file's content; `nil` if there is no such file.
  package static func read(_ path: String) throws(NetworkError) -> Data? {
    do {
      let data = try Data(contentsOf: URL(filePath: path))
      ProcessMemory.keepPrivate()
      return data
    } catch {
      guard access(path, F_OK) == 0 else { return nil }
      throw NetworkError(.storage, "The file \(path) cannot be read", detail: "\(error)")
    }
  }

  private static func failure(_ path: String) -> NetworkError {
    NetworkError(.storage, "The file \(path) cannot be written", detail: String(cString: strerror(errno)))
  }
}
