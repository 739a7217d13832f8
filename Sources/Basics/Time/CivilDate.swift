/// Converts dates of the Gregorian calendar to days since 1970 and back, for any year. Counts in eras of 400 years that
/// begin in March, so that a leap day is the last day of a year.
package struct CivilDate: Hashable, Sendable {
  /// The year 0 is 1 BC.
  package var year: Int
  /// Counted from 1.
  package var month: Int
  /// Counted from 1.
  package var day: Int

  /// A date from its parts, which are not checked.
  package init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The date this many days after 1 January 1970.
  package init(days: Int) {
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
  package var days: Int {
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

  /// `20260115T093000Z` (ISO 8601, basic format).
  package var basicISO8601: String { iso8601.filter { $0 != "-" && $0 != ":" } }

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

/// Formats and parses ISO 8601 in UTC with milliseconds, `2026-11-21T01:02:03.456Z`, without calendars or locales.
package enum ISOTime {
  /// - Parameter seconds: since 1 January 1970; clamped to the years 1 to 9999.
  package static func text(seconds: Double) -> String {
    let (time, milliseconds) = parts(seconds)
    return "\(time.date.text)T\(time.clock).\(UTCTime.padded(milliseconds, 3))Z"
  }

  /// `2026-11`
  package static func month(seconds: Double) -> String { String(parts(seconds).time.date.text.dropLast(3)) }

  /// Parses the format of `text` to seconds since 1970. Also accepts other fractions and offsets such as `+00:00`;
  /// `nil` for anything else.
  package static func seconds(_ text: String) -> Double? {
    moment(text).map { Double($0.seconds) + Double($0.nanoseconds) / 1e9 }
  }

  /// The same, exactly.
  package static func moment(_ text: String) -> (seconds: Int, nanoseconds: Int)? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[13] == 0x3A, bytes[16] == 0x3A,
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
      let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
      // A leap second has the number 60.
      hour < 24, minute < 60, second <= 60
    else { return nil }
    var rest = bytes[19...]
    var nanoseconds = 0
    if rest.first == 0x2E {
      let digits = rest.dropFirst().prefix(while: \.isASCIIDigit)
      nanoseconds = (0..<9).reduce(0) { 10 * $0 + ($1 < digits.count ? Int(digits[digits.startIndex + $1] - 0x30) : 0) }
      rest = rest[digits.endIndex...]
    }
    guard let offset = offset(Array(rest)) else { return nil }
    let date = CivilDate(year: year, month: month, day: day)
    guard CivilDate(days: date.days) == date else { return nil }
    let time = UTCTime(date: date, hour: hour, minute: minute, second: second)
    return (time.seconds - offset, nanoseconds)
  }

  private static func offset(_ bytes: [UInt8]) -> Int? {
    if bytes == [0x5A] || bytes == [0x7A] { return 0 }
    guard bytes.count == 6, bytes[3] == 0x3A, let hour = number(bytes[1..<3]), let minute = number(bytes[4..<6]) else {
      return nil
    }
    return bytes[0] == 0x2B ? hour * 3600 + minute * 60 : bytes[0] == 0x2D ? -(hour * 3600 + minute * 60) : nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    bytes.allSatisfy(\.isASCIIDigit) ? Int(String(decoding: bytes, as: UTF8.self)) : nil
  }

  private static func parts(_ seconds: Double) -> (time: UTCTime, milliseconds: Int) {
    let clamped = min(max(seconds, -62_135_596_800), 253_402_300_799)
    let total = Int((clamped * 1000).rounded(.down))
    let whole = CivilDate.floorDivided(total, 1000)
    return (UTCTime(seconds: whole), total - whole * 1000)
  }
}
