import Basics
package import Essentials

/// Dates in HTTP and cookies (RFC 9110, section 5.6.7; RFC 6265, section 5.1.1): the three standard forms and any other
/// text with a day, a month, a year and a time.
package enum HTTPDate {
  package static func parse(_ text: String) -> Date? {
    var (time, day, month, year): ((Int, Int, Int)?, Int?, Int?, Int?)
    let words = text.utf8.split { byte in
      !(byte.isASCIIAlphanumeric || byte == UInt8(ascii: ":") || byte >= 0x80)
    }
    for word in words.prefix(16) {
      let digits = word.prefix { $0.isASCIIDigit }
      if time == nil, word.contains(UInt8(ascii: ":")) {
        time = clock(word)
      } else if day == nil, (1...2).contains(digits.count) {
        day = number(digits)
      } else if month == nil, word.count >= 3, digits.isEmpty {
        month = CivilDate.month(named: String(decoding: word.prefix(3), as: UTF8.self))
      } else if year == nil, digits.count == 4 || digits.count == 2 {
        year = number(digits).map { digits.count == 4 ? $0 : $0 + ($0 < 70 ? 2000 : 1900) }
      }
    }
    guard let time, let day, let month, let year, (1...31).contains(day), (1601...9999).contains(year) else {
      return nil
    }
    guard time.0 < 24, time.1 < 60, time.2 < 61 else { return nil }
    let date = CivilDate(year: year, month: month, day: day)
    let moment = UTCTime(date: date, hour: time.0, minute: time.1, second: time.2)
    return Date(timeIntervalSince1970: Double(moment.seconds))
  }

  /// Parses `Retry-After`: seconds or a date. Never negative.
  package static func delay(_ text: String, now: Date) -> Duration? {
    let trimmed = text.utf8.trimmed
    if !trimmed.isEmpty, trimmed.allSatisfy(\.isASCIIDigit) {
      return .seconds(number(trimmed) ?? Int(Int32.max))
    }
    return parse(text).map { .seconds(max(0, $0.timeIntervalSince(now))) }
  }

  private static func clock(_ word: some Collection<UInt8>) -> (Int, Int, Int)? {
    let parts = word.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { part in
      number(part.prefix { $0.isASCIIDigit })
    }
    guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2] else { return nil }
    return (hours, minutes, seconds)
  }

  private static func number(_ digits: some Collection<UInt8>) -> Int? {
    digits.isEmpty || digits.count > 9 ? nil : digits.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
  }
}
