#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The folders that are searched from one upwards, as far as they are surely this user's or this machine's.
///
/// A search that climbs past them would pick up what somebody else left above, as git did (CVE-2022-24765): a
/// `/tmp/opencollection.yml` would be the collection of everybody who works somewhere below `/tmp`.
public enum FolderSearch {
  /// `folder` itself and those above it, nearest first: none above the home folder, and none from the first one on in
  /// which every user may write.
  ///
  /// - Parameter folder: absolute, symbolic links resolved.
  public static func upwards(
    from folder: String, files: FileSystem = .live,
    home: String? = getenv("HOME").flatMap { String(validatingCString: $0) }
  ) -> [String] {
    // A home folder that is not there bounds nothing.
    let top = home.flatMap { try? files.resolve($0) }
    var found = [folder]
    var current = folder
    while current != top, let parent = FilePaths.parent(of: current), parent != current {
      // What cannot be examined could not be searched either.
      guard let stamp = (try? files.stamp(parent)) ?? nil, stamp.mode & 0o002 == 0 else { break }
      found.append(parent)
      current = parent
    }
    return found
  }
}
