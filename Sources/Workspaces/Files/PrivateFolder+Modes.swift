#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension PrivateFolder {
  /// None of our folders nests deeper.
  private static let deepest = 16

  /// Restricts a folder and all in it to its owner: one from a backup or another computer may be readable by everybody.
  ///
  /// What is not ours, such as a link or a file with a hard link, stays as it is: it is never used.
  static func makePrivate(_ path: String) throws(FileError) {
    let folder = try Disk.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    defer { close(folder) }
    try makePrivate(folder, path, depth: 0)
  }

  private static func makePrivate(_ folder: Int32, _ path: String, depth: Int) throws(FileError) {
    // A file system without modes cannot be made more private.
    _ = fchmod(folder, 0o700)
    guard depth < deepest else { return }
    for entry in try PrivateDisk.list(folder, path) {
      let inner = FilePaths.join(path, entry.name)
      switch entry.kind {
      case .directory:
        // A folder of another user is refused and stays as it is.
        guard let file = try? PrivateDisk.folder(folder, entry.name, inner) else { continue }
        defer { close(file) }
        try makePrivate(file, inner, depth: depth + 1)
      case .file:
        // So is a file.
        guard let file = try? PrivateDisk.file(folder, entry.name, O_RDONLY, inner) else { continue }
        _ = fchmod(file, 0o600)
        close(file)
      default: continue
      }
    }
  }
}
