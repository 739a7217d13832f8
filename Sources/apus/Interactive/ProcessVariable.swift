#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Reads single environment variables, for the first frame, which needs only a few.
enum ProcessVariable {
  static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
