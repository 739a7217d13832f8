import Basics

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension Quantity {
  /// `14:02`, `yesterday 14:02`, the weekday and time within a week, else the date.
  package static func moment(_ date: Date, now: Date, secondsFromGMT: Int) -> String {
    let local = UTCTime(seconds: Int(date.timeIntervalSince1970.rounded(.down)) + secondsFromGMT)
    let today = CivilDate.days(seconds: Int(now.timeIntervalSince1970.rounded(.down)) + secondsFromGMT)
    switch today - local.date.days {
    case 0: return local.shortClock
    case 1: return "yesterday \(local.shortClock)"
    case 2..<7: return "\(CivilDate.weekdays[local.date.weekday]) \(local.shortClock)"
    default: return local.date.text
    }
  }
}
