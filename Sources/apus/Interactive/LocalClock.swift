import Explorer

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The wall clock for the screen: the time, and the offset of the user's zone from UTC.
enum LocalClock {
  static func action() -> Action {
    let now = Date()
    var seconds = time_t(now.timeIntervalSince1970)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return .clock(now, secondsFromGMT: parts.tm_gmtoff)
  }
}
