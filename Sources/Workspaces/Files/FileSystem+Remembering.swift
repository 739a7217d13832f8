import Synchronization

extension FileSystem {
  /// The same file system, except that each file read as a whole is kept and returned once more without reading it
  /// again.
  func remembering() -> FileSystem {
    let kept = KeptFiles()
    let read = read
    var files = self
    files.read = { path, limit throws(FileError) in
      if let bytes = kept.take(path) { return bytes }
      let bytes = try read(path, limit)
      kept.keep(bytes, path)
      return bytes
    }
    return files
  }
}

/// Files that were read and may be requested again.
private final class KeptFiles: Sendable {
  private let files = Mutex<[Key: [UInt8]]>([:])

  /// A path, hashed by its end only: Swift's hash of the whole string costs more than reading most files.
  private struct Key: Hashable {
    let path: String
    private let code: UInt64

    init(_ path: String) {
      self.path = path
      // Nearly every string is stored contiguously; others are distinguished by comparison.
      let code = path.utf8.withContiguousStorageIfAvailable { bytes in
        bytes[max(0, bytes.count - 32)...].reduce(UInt64(0)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
      }
      self.code = code ?? 0
    }

    func hash(into hasher: inout Hasher) { hasher.combine(code) }
  }

  func take(_ path: String) -> [UInt8]? {
    let key = Key(path)
    return files.withLock { $0.removeValue(forKey: key) }
  }

  func keep(_ bytes: [UInt8], _ path: String) {
    let key = Key(path)
    files.withLock { $0[key] = bytes }
  }
}
