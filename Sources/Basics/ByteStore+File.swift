#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension ByteStore {
  /// A finished store with the content of a file. The file is read, not mapped, so another program may safely truncate
  /// it in the meantime.
  ///
  /// - Parameters:
  ///   - path: a file, a pipe or a device; `-` is standard input.
  ///   - arrived: called after each read with the bytes so far; parsing can start before the file ends.
  /// - Throws: `FileReadError` if the file cannot be read or its content cannot be stored.
  public static func contents(
    ofFile path: String, spillThreshold: Int = ByteStore.defaultSpillThreshold, arrived: (ByteStore) -> Void = { _ in }
  ) throws(FileReadError) -> ByteStore {
    let descriptor = path == "-" ? dup(0) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileReadError(path: path, reason: String(cString: strerror(errno))) }
    defer { close(descriptor) }
    let store = ByteStore(spillThreshold: spillThreshold)
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileReadError(path: path, reason: String(cString: strerror(errno))) }
      if count == 0 { break }
      let kept: Result<Void, ByteStoreError> = buffer.withUnsafeBytes { raw in
        Result { () throws(ByteStoreError) in try store.append(UnsafeRawBufferPointer(rebasing: raw[..<count])) }
      }
      if case .failure(let error) = kept { throw FileReadError(path: path, reason: error.description) }
      arrived(store)
    }
    store.finish()
    return store
  }
}

/// Why a file could not be read into a store.
public struct FileReadError: Error, Equatable, Sendable, CustomStringConvertible {
  /// As passed in; `-` is standard input.
  public var path: String
  /// The error message of the system or of the store.
  public var reason: String

  /// A failure to read the file at `path`.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  public var description: String { "cannot read \(path == "-" ? "standard input" : path): \(reason)" }
}
