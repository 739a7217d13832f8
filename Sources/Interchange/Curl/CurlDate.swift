import Basics
import Networking
import Workspaces

/// A date as parsed by curl (curl_getdate(3)): names of days, months and zones, a time, a day, a year or `YYYYMMDD`, in
/// almost any order.
struct CurlDate: Hashable {
  private var year: Int?
  /// From 0.
  private var month: Int?
  private var day: Int?
  private var time: (hour: Int, minute: Int, second: Int)?
  /// Seconds west of Greenwich.
  private var zone: Int?
  private var hasWeekday = false
  /// Whether the next number is the day of the month rather than the year.
  private var expectsDay = true

  /// Seconds since 1970.
  private(set) var seconds = 0

  /// `nil` if curl finds no date.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    var place = 0
    for _ in 0..<6 {
      while place < bytes.count, !bytes[place].isASCIIAlphanumeric { place += 1 }
      guard place < bytes.count else { break }
      let isRead = bytes[place].isASCIILetter ? readName(bytes, &place) : readNumber(bytes, &place)
      guard isRead else { return nil }
    }
    guard let year, let month, let day, year >= 1583, day <= 31, month < 12, year < 10_000 else { return nil }
    let clock = time ?? (0, 0, 0)
    seconds =
      UTCTime(
        date: CivilDate(year: year, month: month + 1, day: day), hour: clock.hour, minute: clock.minute,
        second: clock.second
      ).seconds + (zone ?? 0)
  }

  init(seconds: Int) { self.seconds = seconds }

  static func == (left: CurlDate, right: CurlDate) -> Bool { left.seconds == right.seconds }
  func hash(into hasher: inout Hasher) { hasher.combine(seconds) }

  private mutating func readName(_ bytes: [UInt8], _ place: inout Int) -> Bool {
    let word = bytes[place...].prefix(while: \.isASCIILetter)
    let name = String(decoding: word, as: UTF8.self).lowercased()
    place += word.count
    if !hasWeekday, Self.weekdays.contains(where: { $0 == name || $0.prefix(3) == name }) {
      hasWeekday = true
    } else if month == nil, let found = CivilDate.month(named: name) {
      month = found - 1
    } else if zone == nil, let found = Self.zones[name] {
      zone = found * 60
    } else {
      return false
    }
    return true
  }

  private mutating func readNumber(_ bytes: [UInt8], _ place: inout Int) -> Bool {
    if time == nil, let found = Self.clock(bytes, &place) {
      time = found
      return true
    }
    let digits = bytes[place...].prefix(while: \.isASCIIDigit)
    let sign = place > 0 ? bytes[place - 1] : 0
    place += digits.count
    guard digits.count < 10, let value = Int(String(decoding: digits, as: UTF8.self)) else { return false }
    if zone == nil, digits.count == 4, value <= 1400, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      let offset = (value / 100 * 60 + value % 100) * 60
      zone = sign == UInt8(ascii: "+") ? -offset : offset
      return true
    }
    if digits.count == 8, year == nil, month == nil, day == nil {
      (year, month, day) = (value / 10_000, value % 10_000 / 100 - 1, value % 100)
      return month ?? -1 >= 0
    }
    return readDayOrYear(value)
  }

  private mutating func readDayOrYear(_ value: Int) -> Bool {
    if expectsDay, day == nil {
      expectsDay = false
      if (1...31).contains(value) {
        day = value
        return true
      }
    }
    guard !expectsDay, year == nil else { return false }
    year = value < 100 ? value + (value > 70 ? 1900 : 2000) : value
    if day == nil { expectsDay = true }
    return true
  }

  /// `HH:MM` or `HH:MM:SS`, each of one digit or two.
  private static func clock(_ bytes: [UInt8], _ place: inout Int) -> (hour: Int, minute: Int, second: Int)? {
    var index = place
    func number() -> Int? {
      let digits = bytes[index...].prefix(2).prefix(while: \.isASCIIDigit)
      index += digits.count
      return Int(String(decoding: digits, as: UTF8.self))
    }
    func takesColon() -> Bool {
      guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: ":"), bytes[index + 1].isASCIIDigit else {
        return false
      }
      index += 1
      return true
    }
    guard let hour = number(), hour < 24, takesColon(), let minute = number(), minute < 60 else { return nil }
    var second = 0
    if takesColon() {
      guard let given = number(), given <= 60 else { return nil }
      second = given
    }
    place = index
    return (hour, minute, second)
  }

}

extension CurlDate {
  private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

  /// Minutes west of Greenwich.
  private static let zones = [
    "gmt": 0, "ut": 0, "utc": 0, "wet": 0, "z": 0, "bst": -60, "ast": 240, "adt": 180, "est": 300, "edt": 240,
    "cst": 360, "cdt": 300, "mst": 420, "mdt": 360, "pst": 480, "pdt": 420, "hst": 600, "cet": -60, "met": -60,
    "mest": -120, "cest": -120, "eet": -120, "jst": -540,
  ]

  /// The format of HTTP (RFC 9110, section 5.6.7).
  var text: String {
    UTCTime(seconds: seconds).httpDate
  }
  private static func name(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst().prefix(2) }
}
