import CFileSystem
package import Libc

extension stat {
  /// The time of the last change in nanoseconds since 1970.
  package var modified: Int64 { withUnsafePointer(to: self) { Int64(cfilesystem_modified($0)) } }
}
