#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The folders to search, from one upwards, as far as they certainly belong to this user or this machine.
///
/// A search beyond them would find files of other users, as git did (CVE-2022-24765): `/tmp/opencollection.yml` would
/// be the collection of everybody who works somewhere below `/tmp`.
package enum FolderSearch {
  /// `folder` itself and its parents, nearest first: none above the home folder, and none from the first world-writable
  /// one on.
  ///
  /// - Parameter folder: absolute, symbolic links resolved.
  package static func upwards(
    from folder: String, files: FileSystem = .live,
    home: String? = getenv("HOME").flatMap { String(validatingCString: $0) }
  ) -> [String] {
    // A missing home folder is no bound.
    let top = home.flatMap { try? files.resolve($0) }
    var found = [folder]
    var current = folder
    while current != top, let parent = FilePaths.parent(of: current), parent != current {
      // A folder that cannot be examined cannot be searched either.
      guard let stamp = (try? files.stamp(parent)) ?? nil, stamp.mode & 0o002 == 0 else { break }
      found.append(parent)
      current = parent
    }
    return found
  }
}
