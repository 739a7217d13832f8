import CCrash

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Leaves a report when this program crashes, and says where it is.
///
/// A report says where in which build of the program it ended, and nothing that the user typed, sent or received.
package enum CrashReport {
  /// Call once, before any other thread exists. Nothing is written, and no folder created, until the program crashes.
  /// - Parameter heading: one line that names the program and its version.
  package static func install(folder: String, heading: String) {
    // The handler reads both for as long as the process runs.
    guard let folder = strdup(folder), let heading = strdup(heading) else { return }
    ccrash_install(folder, heading)
  }
}
