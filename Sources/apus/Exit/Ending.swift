#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Exits the process, after any final message.
enum Ending {
  /// Exits immediately: all output is written, and the system reclaims what libraries would clean up.
  static func leave(_ status: ExitStatus) -> Never {
    _exit(status.rawValue)
  }
}
