#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Reads and writes a terminal or a pipe.
enum FileDescriptor {
  /// Writes everything; gives up if the other end is closed.
  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let count = put(buffer.baseAddress?.advanced(by: done), buffer.count - done, descriptor)
        if count > 0 {
          done += count
        } else if errno == EAGAIN {
          var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          guard poll(&wait, 1, -1) >= 0 || errno == EINTR else { return }
        } else if errno != EINTR {
          return
        }
      }
    }
  }

  /// The bytes that can be read without blocking, about `limit` at most; `nil` at the end of the file.
  static func readAvailable(_ descriptor: Int32, limit: Int = 1 << 20) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, 0) > 0 else { return bytes }
      let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
      }
      if chunk.isEmpty { return bytes.isEmpty ? nil : bytes }
      bytes += chunk
    }
    return bytes
  }
}

/// The system's `write`, which the method above hides.
private func put(_ bytes: UnsafeRawPointer?, _ count: Int, _ descriptor: Int32) -> Int {
  write(descriptor, bytes, count)
}
