import Networking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Moments as ISO 8601 in UTC with milliseconds, `2026-11-21T01:02:03.456Z`, without calendars or locales.
public enum ISOTime {
  public static func text(_ date: Date) -> String {
    let parts = parts(date)
    let day = "\(padded(parts.year, 4))-\(padded(parts.month, 2))-\(padded(parts.day, 2))"
    let second = parts.milliseconds / 1000
    let time = "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
    return "\(day)T\(time).\(padded(parts.milliseconds % 1000, 3))Z"
  }

  /// `2026-11`, as history files are named.
  static func month(_ date: Date) -> String {
    let parts = parts(date)
    return "\(padded(parts.year, 4))-\(padded(parts.month, 2))"
  }

  /// Reads what `text` writes, also with other fractions or `+00:00`-like offsets; `nil` for anything else.
  public static func date(_ text: String) -> Date? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[13] == 0x3A, bytes[16] == 0x3A,
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
      let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
      (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    var rest = bytes[19...]
    var fraction = 0.0
    if rest.first == 0x2E {
      let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }.prefix(9)
      fraction = (Double(String(decoding: digits, as: UTF8.self)) ?? 0) / scale(digits.count)
      rest = rest.dropFirst().drop { (0x30...0x39).contains($0) }
    }
    guard let offset = offset(Array(rest)) else { return nil }
    let seconds =
      CivilDate(year: year, month: month, day: day).days * 86_400 + hour * 3600 + minute * 60 + second - offset
    return Date(timeIntervalSince1970: Double(seconds) + fraction)
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
    bytes.allSatisfy { (0x30...0x39).contains($0) } ? Int(String(decoding: bytes, as: UTF8.self)) : nil
  }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }

  private static func parts(_ date: Date) -> (year: Int, month: Int, day: Int, milliseconds: Int) {
    let clamped = min(max(date.timeIntervalSince1970, -62_135_596_800), 253_402_300_799)
    let total = Int((clamped * 1000).rounded(.down))
    let day = Int((Double(total) / 86_400_000).rounded(.down))
    let civil = CivilDate(days: day)
    return (civil.year, civil.month, civil.day, total - day * 86_400_000)
  }
}
