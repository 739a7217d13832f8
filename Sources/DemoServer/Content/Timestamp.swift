#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A moment in UTC, in the two spellings that an API needs. Exists because Foundation stays out of this target.
struct Timestamp: Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  let seconds: Int

  static var now: Timestamp {
    var moment = timespec()
    clock_gettime(CLOCK_REALTIME, &moment)
    return Timestamp(seconds: Int(moment.tv_sec))
  }

  private var parts: (year: Int, month: Int, day: Int, weekday: Int, hour: Int, minute: Int, second: Int) {
    let days = seconds >= 0 ? seconds / 86400 : (seconds - 86399) / 86400
    let rest = seconds - days * 86400
    // Years start in March here, so that the leap day is the last day of a year.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1,
      ((days % 7) + 11) % 7, rest / 3600, rest / 60 % 60, rest % 60
    )
  }

  /// `2026-01-15T09:30:00Z` (RFC 3339).
  var iso8601: String {
    let (year, month, day, _, hour, minute, second) = parts
    return "\(year)-\(Self.two(month))-\(Self.two(day))T\(Self.two(hour)):\(Self.two(minute)):\(Self.two(second))Z"
  }

  /// `Thu, 15 Jan 2026 09:30:00 GMT` (RFC 9110, section 5.6.7).
  var httpDate: String {
    let (year, month, day, weekday, hour, minute, second) = parts
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let time = "\(Self.two(hour)):\(Self.two(minute)):\(Self.two(second))"
    return "\(days[weekday]), \(Self.two(day)) \(months[month - 1]) \(year) \(time) GMT"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
