import Basics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A moment in UTC, in the two formats that the API needs. This target does not use Foundation.
struct Timestamp: Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  let seconds: Int

  static var now: Timestamp {
    Timestamp(seconds: time(nil))
  }

  /// `2026-01-15T09:30:00Z` (RFC 3339).
  var iso8601: String { UTCTime(seconds: seconds).iso8601 }

  /// `Thu, 15 Jan 2026 09:30:00 GMT` (RFC 9110, section 5.6.7).
  var httpDate: String { UTCTime(seconds: seconds).httpDate }
}
