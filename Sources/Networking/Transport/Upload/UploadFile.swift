#if canImport(Glibc)
import Basics
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file that is read while sending.
final class UploadFile {
  private let descriptor: Int32
  private let path: String

  init(_ path: String, _ opening: SentFile.Opening) throws(NetworkError) {
    self.path = path
    do { descriptor = try opening.descriptor(of: path) } catch {
      throw NetworkError(.storage, "The file \(path) cannot be read", detail: error.reason)
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Reads at least one byte. A file that has become shorter is an error, because its length was already sent.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(NetworkError) -> Int {
    while true {
      let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
      if count > 0 { return count }
      if count < 0, errno == EINTR { continue }
      let reason = count < 0 ? String(cString: strerror(errno)) : "it became shorter while it was being sent"
      throw NetworkError(.storage, "The file \(path) cannot be read", detail: reason)
    }
  }
}
