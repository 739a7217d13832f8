import Basics

extension FileSystem {
  /// Removes a folder with everything in it. A link is removed, not followed.
  func removeTree(_ path: String) throws(FileError) {
    for entry in try list(path) {
      let inner = FilePaths.join(path, entry.name)
      if entry.kind == .directory { try removeTree(inner) } else { try remove(inner) }
    }
    try remove(path)
  }
}
