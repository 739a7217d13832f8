import Synchronization

extension FileSystem {
  /// The same disk, but what was read whole is handed out once more without asking it again.
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

/// Files that were read and may be asked for again.
private final class KeptFiles: Sendable {
  private let files = Mutex<[String: [UInt8]]>([:])

  func take(_ path: String) -> [UInt8]? { files.withLock { $0.removeValue(forKey: path) } }
  func keep(_ bytes: [UInt8], _ path: String) { files.withLock { $0[path] = bytes } }
}
