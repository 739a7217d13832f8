import Essentials
import Explorer
import Libc

/// The wall clock: the time and the offset of the user's time zone from UTC.
enum LocalClock {
  static func action() -> Action {
    let (now, offset) = reading()
    return .clock(now, secondsFromGMT: offset)
  }

  /// The same for the command line.
  static func wallClock() -> WallClock {
    let (now, offset) = reading()
    return WallClock(now: now, secondsFromGMT: offset)
  }

  private static func reading() -> (now: Date, secondsFromGMT: Int) {
    let now = Date()
    var seconds = time_t(now.timeIntervalSince1970)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return (now, parts.tm_gmtoff)
  }
}
