import Basics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How long a cookie lives, as it is typed and as it is read.
struct CookieLife: Equatable {
  /// `nil` for a session cookie.
  var until: Date?

  /// The longest life of a cookie (RFC 6265bis).
  private static let longest = 400.0 * 86_400

  /// - Parameter text: a number with a unit (`30d`), a local time (`2027-01-31 14:00`), or nothing.
  init?(_ text: String, at clock: WallClock) {
    let text = text.trimmed.asciiLowercased
    if text.isEmpty || text == "session" { return }
    guard let until = Self.life(text, clock) ?? Self.time(text, clock) else { return nil }
    self.until = min(until, clock.now.addingTimeInterval(Self.longest))
  }

  private static func life(_ text: String, _ clock: WallClock) -> Date? {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
    guard let last = text.last, let unit = units[last], let number = Double(text.dropLast().trimmed), number > 0,
      number.isFinite
    else { return nil }
    return clock.now.addingTimeInterval(min(number * unit, longest))
  }

  private static func time(_ text: String, _ clock: WallClock) -> Date? {
    let parts = text.split { $0 == " " || $0 == "t" }.map { $0.split(whereSeparator: { $0 == "-" || $0 == ":" }) }
    guard let date = parts.first?.compactMap({ Int($0) }), date.count == 3, parts.count <= 2 else { return nil }
    let clockParts = parts.count == 2 ? parts[1].compactMap { Int($0) } : [0, 0]
    guard parts.count < 2 || clockParts.count == parts[1].count, 2...3 ~= clockParts.count,
      1970...9999 ~= date[0], 1...12 ~= date[1], 1...31 ~= date[2], 0...23 ~= clockParts[0], 0...59 ~= clockParts[1],
      0...59 ~= clockParts.dropFirst(2).first ?? 0
    else { return nil }
    let local = UTCTime(
      date: CivilDate(year: date[0], month: date[1], day: date[2]), hour: clockParts[0], minute: clockParts[1],
      second: clockParts.dropFirst(2).first ?? 0)
    return Date(timeIntervalSince1970: Double(local.seconds - clock.secondsFromGMT))
  }

  /// `in 3 days`, `in 2 hours`, `session`, `expired`.
  static func words(_ date: Date?, _ clock: WallClock) -> String {
    guard let date else { return "session" }
    let left = date.timeIntervalSince(clock.now)
    guard left > 0 else { return "expired" }
    let units = [(86_400.0, "day"), (3600, "hour"), (60, "minute")]
    guard let (seconds, name) = units.first(where: { left >= $0.0 }) else { return "in less than a minute" }
    let count = Int(min(left / seconds, 1e9))
    return count == 1 ? "in 1 \(name)" : "in \(Quantity.count(count)) \(name)s"
  }
}
