/// A moment in UTC as calendar date and clock time, to the second. As in POSIX, every day has 86,400 seconds.
package struct UTCTime: Hashable, Sendable {
  package var date: CivilDate
  /// 0 to 23.
  package var hour: Int
  package var minute: Int
  package var second: Int

  /// - Parameter seconds: since 1 January 1970; negative before.
  package init(seconds: Int) {
    let days = CivilDate.days(seconds: seconds)
    let rest = seconds - days * CivilDate.secondsPerDay
    date = CivilDate(days: days)
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
  }

  package init(date: CivilDate, hour: Int, minute: Int, second: Int) {
    (self.date, self.hour, self.minute, self.second) = (date, hour, minute, second)
  }

  package var seconds: Int { date.days * CivilDate.secondsPerDay + hour * 3600 + minute * 60 + second }

  /// `09:30`
  package var shortClock: String { "\(Self.padded(hour, 2)):\(Self.padded(minute, 2))" }
  /// `09:30:00`
  package var clock: String { "\(shortClock):\(Self.padded(second, 2))" }

  /// `2026-01-15T09:30:00Z` (RFC 3339).
  package var iso8601: String { "\(date.text)T\(clock)Z" }

  /// `Thu, 15 Jan 2026 09:30:00 GMT` (RFC 9110, section 5.6.7).
  package var httpDate: String {
    let day = "\(CivilDate.weekdays[date.weekday]), \(Self.padded(date.day, 2))"
    return "\(day) \(CivilDate.months[date.month - 1]) \(Self.padded(date.year, 4)) \(clock) GMT"
  }

  package static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number.magnitude)
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
