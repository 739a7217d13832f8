import Basics
import Networking

extension OutsideSource {
  /// The largest file of authorities; that of a system has some 200 kB.
  private static let largestAuthorities = 4 << 20

  /// A file of authorities as it is now, and its real path.
  package static func authorities(at path: String) throws(FileError) -> (path: String, OutsideSource) {
    let path = try Disk.resolve(path)
    let digest = Digest.hexadecimal(try Disk.read(path, limit: largestAuthorities))
    return (path, .authorities("\(path) sha256:\(digest)"))
  }
}
