import Basics

/// A time in the Gregorian calendar, as text: `2023-11-14 22:13:20 UTC`.
enum Moment {
  static func utc(_ seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return "out of range" }
    let time = UTCTime(seconds: Int(seconds.rounded(.down)))
    return "\(time.date.text) \(time.clock) UTC"
  }
}
