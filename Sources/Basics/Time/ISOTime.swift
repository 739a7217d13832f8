/// Formats and parses ISO 8601 in UTC with milliseconds, `2026-11-21T01:02:03.456Z`, without calendars or locales.
public enum ISOTime {
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
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[13] == 0x3A, bytes[16] == 0x3A,
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
      let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
      // A leap second has the number 60.
      hour < 24, minute < 60, second <= 60
    else { return nil }
    var rest = bytes[19...]
    var fraction = 0.0
    if rest.first == 0x2E {
      let digits = rest.dropFirst().prefix(while: \.isASCIIDigit).prefix(9)
      fraction = (Double(String(decoding: digits, as: UTF8.self)) ?? 0) / scale(digits.count)
      rest = rest.dropFirst().drop(while: \.isASCIIDigit)
    }
    guard let offset = offset(Array(rest)) else { return nil }
    let date = CivilDate(year: year, month: month, day: day)
    guard CivilDate(days: date.days) == date else { return nil }
    let time = UTCTime(date: date, hour: hour, minute: minute, second: second)
    return Double(time.seconds - offset) + fraction
  }

  private static func scale(_ digits: Int) -> Double { (0..<digits).reduce(1) { value, _ in value * 10 } }

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
