import Basics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The user's local time, for features that need it.
struct WallClock: Equatable, Sendable {
  var now: Date
  var secondsFromGMT: Int

  /// A date and time in local time: `2027-01-31 14:00`.
  func text(of date: Date) -> String {
    let seconds = Int(max(-6e10, min(2.5e11, date.timeIntervalSince1970)))
    let local = UTCTime(seconds: seconds + secondsFromGMT)
    return "\(local.date.text) \(local.shortClock)"
  }
}
