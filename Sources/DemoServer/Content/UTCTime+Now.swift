import Basics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension UTCTime {
  /// The current second. This target does not use Foundation.
  static var now: UTCTime { UTCTime(seconds: time(nil)) }
}
