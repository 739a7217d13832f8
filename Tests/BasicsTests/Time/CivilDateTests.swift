import Basics
import Foundation
import Testing

@Suite("Dates as days")
struct CivilDateTests {
  @Test("Every day of five hundred years matches Foundation's calendar, in both directions")
  func everyDay() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "GMT"))
    for days in stride(from: -110_000, through: 73_000, by: 1) {
      let date = CivilDate(days: days)
      if date.days != days { Issue.record("\(days) became \(date)") }
      // The calendar is slow, so only every fifth day is checked.
      guard days.isMultiple(of: 5) else { continue }
      let parts = calendar.dateComponents(
        [.year, .month, .day, .era], from: Date(timeIntervalSince1970: Double(days) * 86_400))
      if (parts.year, parts.month, parts.day) != (date.year, date.month, date.day) { Issue.record("\(days): \(date)") }
    }
  }

  @Test(
    "Known days are converted, also before 1970 and on leap days",
    arguments: [
      (1970, 1, 1, 0), (2000, 2, 29, 11_016), (1969, 12, 31, -1), (2026, 11, 21, 20_778), (1, 1, 1, -719_162),
    ])
  func known(_ year: Int, _ month: Int, _ day: Int, _ days: Int) {
    #expect(CivilDate(year: year, month: month, day: day).days == days)
    #expect(CivilDate(days: days) == CivilDate(year: year, month: month, day: day))
  }
}
