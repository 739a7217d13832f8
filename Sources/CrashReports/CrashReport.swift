import CCrash
import Libc

/// Writes a report when this program crashes, and prints its path.
///
/// A report contains the location of the crash in this build, and nothing that the user typed, sent or received.
package enum CrashReport {
  /// Call once, before any other thread exists. Nothing is written, and no folder created, until the program crashes.
  /// - Parameter heading: one line that names the program and its version.
  package static func install(folder: String, heading: String) {
    // The handler reads both for as long as the process runs.
    guard let folder = strdup(folder), let heading = strdup(heading) else { return }
    ccrash_install(folder, heading)
  }
}

/// The commit that this program was built from, needed to interpret the offsets of a crash report.
package enum BuildCommit {
  /// `nil` if the build did not set it, as in development.
  package static var text: String? {
    let text = String(cString: ccrash_commit())
    return text.isEmpty ? nil : text
  }
}
