/// A moment of the Gregorian calendar in words: `2023-11-14 22:13:20 UTC`.
enum Moment {
  static func utc(_ seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return "beyond the calendar" }
    let whole = Int(seconds.rounded(.down))
    let day = Int((Double(whole) / 86_400).rounded(.down))
    let time = whole - day * 86_400
    // After Howard Hinnant's `civil_from_days`.
    let shifted = day + 719_468
    let era = Int((Double(shifted) / 146_097).rounded(.down))
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let number = (5 * dayOfYear + 2) / 153
    let month = number < 10 ? number + 3 : number - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let date = "\(year)-\(two(month))-\(two(dayOfYear - (153 * number + 2) / 5 + 1))"
    return "\(date) \(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60)) UTC"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
