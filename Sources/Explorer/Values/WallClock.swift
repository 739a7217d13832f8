import Basics
package import Essentials

/// The user's local time, for features that need it.
package struct WallClock: Equatable, Sendable {
  var now: Date
  var secondsFromGMT = 0

  package init(now: Date, secondsFromGMT: Int = 0) {
    self.now = now
    self.secondsFromGMT = secondsFromGMT
  }

  /// A date and time in local time: `2027-01-31 14:00`.
  func text(of date: Date) -> String {
    let seconds = Int(max(-6e10, min(2.5e11, date.timeIntervalSince1970)))
    let local = UTCTime(seconds: seconds + secondsFromGMT)
    return "\(local.date.text) \(local.shortClock)"
  }

  /// `2026-11-25 14:02, 3 h ago`
  func words(for date: Date) -> String {
    let left = date.timeIntervalSince(now)
    let span = Quantity.span(abs(left))
    return "\(text(of: date)), " + (left < 0 ? "\(span) ago" : "in \(span)")
  }

  /// `Wed, 4 days ago`
  func words(for date: CivilDate) -> String {
    let days = date.days - day(of: now)
    let distance =
      switch days {
      case 0: "today"
      case 1: "tomorrow"
      case -1: "yesterday"
      default: days < 0 ? "\(Quantity.count(-days)) days ago" : "in \(Quantity.count(days)) days"
      }
    return "\(CivilDate.weekdays[date.weekday]), \(distance)"
  }

  /// `14:02`, `yesterday 14:02`, the weekday and time within a week, else the date.
  package func moment(of date: Date) -> String {
    let local = UTCTime(seconds: Int(date.timeIntervalSince1970.rounded(.down)) + secondsFromGMT)
    switch day(of: now) - local.date.days {
    case 0: return local.shortClock
    case 1: return "yesterday \(local.shortClock)"
    case 2..<7: return "\(CivilDate.weekdays[local.date.weekday]) \(local.shortClock)"
    default: return local.date.text
    }
  }
}
