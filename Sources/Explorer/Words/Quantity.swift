#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Numbers in the words of the screen: `83 ms`, `4.1 KB`, `12 345`, `yesterday 14:02`.
public enum Quantity {
  /// `0.4 ms`, `83 ms`, `1.20 s`, `2 min 5 s`.
  public static func duration(_ duration: Duration) -> String {
    let seconds = max(0, duration.seconds)
    if seconds < 0.01 { return "\(fixed(seconds * 1000, 1)) ms" }
    if seconds < 1 { return "\(Int((seconds * 1000).rounded())) ms" }
    if seconds < 60 { return "\(fixed(seconds, 2)) s" }
    let whole = Int(min(seconds, 1e15))
    return "\(whole / 60) min \(whole % 60) s"
  }

  /// `412 B`, `4.1 KB`, `12.3 MB`: 1 KB is 1,000 bytes.
  public static func bytes(_ count: Int) -> String {
    if count < 1000 { return "\(count) B" }
    var value = Double(count)
    for unit in ["KB", "MB", "GB", "TB"] {
      value /= 1000
      if value < 999.95 || unit == "TB" { return "\(fixed(value, 1)) \(unit)" }
    }
    return "\(count) B"
  }

  /// Groups of three with a thin gap: `12 345`.
  public static func count(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(" ") }
      text.append(digit)
    }
    return number < 0 ? "-\(text)" : text
  }

  /// `14:02`, `yesterday 14:02`, and beyond a week the date.
  public static func moment(_ date: Date, now: Date, secondsFromGMT: Int) -> String {
    let local = Int(date.timeIntervalSince1970.rounded(.down)) + secondsFromGMT
    let today = Int(now.timeIntervalSince1970.rounded(.down)) + secondsFromGMT
    let day = local.flooredDivision(by: 86_400)
    let time = local - day * 86_400
    let clock = "\(twoDigits(time / 3600)):\(twoDigits(time / 60 % 60))"
    switch today.flooredDivision(by: 86_400) - day {
    case 0: return clock
    case 1: return "yesterday \(clock)"
    case 2..<7: return "\(weekdays[(day % 7 + 11) % 7]) \(clock)"
    default: return civil(day)
    }
  }

  // Day 0 of the epoch was a Thursday.
  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  /// A date of the Gregorian calendar, after Howard Hinnant's `civil_from_days`.
  private static func civil(_ days: Int) -> String {
    let shifted = days + 719_468
    let era = shifted.flooredDivision(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let number = month < 10 ? month + 3 : month - 9
    let year = yearOfEra + era * 400 + (number <= 2 ? 1 : 0)
    return "\(year)-\(twoDigits(number))-\(twoDigits(dayOfYear - (153 * month + 2) / 5 + 1))"
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// A number with so many places behind the point.
  static func fixed(_ value: Double, _ places: Int) -> String {
    let factor = places == 1 ? 10.0 : 100.0
    let scaled = Int((min(value, 1e12) * factor).rounded())
    let whole = scaled / Int(factor)
    let rest = String(scaled % Int(factor))
    return "\(whole).\(String(repeating: "0", count: places - rest.count))\(rest)"
  }
}

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
  var milliseconds: Double { seconds * 1000 }
}

extension Int {
  func flooredDivision(by divisor: Int) -> Int {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
