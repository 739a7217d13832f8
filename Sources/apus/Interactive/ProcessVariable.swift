#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// One variable of the process environment at a time, for the first frame, which needs only a few.
enum ProcessVariable {
  static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
