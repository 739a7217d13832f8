/// Converts dates of the Gregorian calendar to days since 1970 and back, for any year. Counts in eras of 400 years that
/// begin in March, so that a leap day is the last day of a year.
public struct CivilDate: Hashable, Sendable {
  /// The year 0 is 1 BC.
  public var year: Int
  /// Counted from 1.
  public var month: Int
  /// Counted from 1.
  public var day: Int

  /// A date from its parts, which are not checked.
  public init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The date this many days after 1 January 1970.
  public init(days: Int) {
    let shifted = days + 719_468
    let era = Self.floorDivided(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let slot = (5 * dayOfYear + 2) / 153
    month = slot < 10 ? slot + 3 : slot - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * slot + 2) / 5 + 1
  }

  /// Days since 1 January 1970.
  public var days: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = Self.floorDivided(shifted, 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// `2026-01-15`
  package var text: String {
    "\(UTCTime.padded(year, 4))-\(UTCTime.padded(month, 2))-\(UTCTime.padded(day, 2))"
  }

  /// 0 is Sunday. Day 0 of the epoch was a Thursday.
  package var weekday: Int { Self.floorRemainder(days + 4, 7) }

  package static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  package static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// The number of the month with these first three letters, ignoring case; `nil` for any other word.
  package static func month(named name: some StringProtocol) -> Int? {
    let wanted = name.asciiLowercased
    return months.firstIndex { $0.asciiLowercased == wanted }.map { $0 + 1 }
  }

  package static let secondsPerDay = 86_400

  /// The day that contains this second; both counted from 1 January 1970.
  package static func days(seconds: Int) -> Int { floorDivided(seconds, secondsPerDay) }

  static func floorDivided(_ value: Int, _ by: Int) -> Int {
    let quotient = value / by
    return value % by < 0 ? quotient - 1 : quotient
  }

  private static func floorRemainder(_ value: Int, _ by: Int) -> Int { value - floorDivided(value, by) * by }
}
