import Basics
import Libc

extension UTCTime {
  /// The current second. This target does not use Foundation.
  static var now: UTCTime { UTCTime(seconds: time(nil)) }
}
