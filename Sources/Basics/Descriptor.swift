#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Closes files and sockets by their descriptors, and writes to them.
public enum Descriptor {
  /// The system's `close`, for types whose own `close` method hides it.
  public static func close(_ descriptor: Int32) { release(descriptor) }

  /// Writes all of the bytes, and waits as long as that takes.
  /// - Returns: whether they were written; `errno` says why not.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { put($0, to: descriptor) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

private func release(_ descriptor: Int32) { _ = close(descriptor) }

private func put(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
