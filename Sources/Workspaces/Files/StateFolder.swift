#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The folder for what belongs to the user, not to the workspace: secrets, consents, what was open last.
package enum StateFolder {
  /// `$XDG_STATE_HOME/apus`, else `~/.local/state/apus`, where home without `$HOME`, as in a service, is what the system
  /// says. The folder need not exist yet.
  package static func standard(
    environment: (String) -> String? = { name in getenv(name).flatMap { String(validatingCString: $0) } }
  ) -> String {
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") { return FilePaths.join(state, "apus") }
    return FilePaths.join(environment("HOME") ?? systemHome ?? "/", ".local/state/apus")
  }

  private static var systemHome: String? {
    getpwuid(getuid()).flatMap { String(validatingCString: $0.pointee.pw_dir) }
  }

  /// Where reports of crashes are put. The folder is created by the first.
  package static func crashReports() -> String { FilePaths.join(standard(), "crashes") }
}
