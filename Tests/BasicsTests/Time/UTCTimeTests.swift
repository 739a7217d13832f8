import Basics
import Testing

@Suite("Moments in UTC")
struct UTCTimeTests {
  @Test("Every second around the epoch and a leap day is converted in both directions")
  func roundTrip() {
    for start in [-200_000, 951_700_000, 4_102_400_000, -62_135_600_000] {
      for seconds in stride(from: start, to: start + 400_000, by: 977)
      where UTCTime(seconds: seconds).seconds != seconds {
        Issue.record("\(seconds)")
      }
    }
  }

  @Test("The spellings of the standards name the same moment")
  func spellings() {
    let time = UTCTime(seconds: 1_768_469_400)
    #expect(time.iso8601 == "2026-01-15T09:30:00Z")
    #expect(time.httpDate == "Thu, 15 Jan 2026 09:30:00 GMT")
    #expect(time.shortClock == "09:30")
    #expect(UTCTime(seconds: -1).httpDate == "Wed, 31 Dec 1969 23:59:59 GMT")
    #expect(UTCTime(seconds: 1_709_164_800).iso8601 == "2024-02-29T00:00:00Z")
    #expect(UTCTime(seconds: -62_135_596_800).iso8601 == "0001-01-01T00:00:00Z")
  }

  @Test("A month has a name of three letters")
  func months() {
    #expect(CivilDate.months.compactMap { CivilDate.month(named: $0.lowercased()) } == Array(1...12))
    #expect(CivilDate.month(named: "June") == nil)
    #expect((0..<7).map { CivilDate(days: $0).weekday } == [4, 5, 6, 0, 1, 2, 3])
    #expect(CivilDate(days: -1).weekday == 3)
  }

  @Test(
    "ISO 8601 is read with fractions and offsets",
    arguments: [
      ("1970-01-01T00:00:00Z", 0.0), ("1970-01-01T01:00:00.250+01:00", 0.25), ("1969-12-31T23:59:59z", -1),
      ("2024-02-29T00:00:00Z", 1_709_164_800), ("2016-12-31T23:59:60Z", 1_483_228_800),
      ("2026-11-21T01:02:03.456789Z", 1_795_222_923.456789),
    ])
  func reading(text: String, seconds: Double) {
    #expect(ISOTime.seconds(text) == seconds)
  }

  @Test(
    "Text that is not ISO 8601 with a zone gives no moment",
    arguments: [
      "", "1970-01-01", "1970-01-01T00:00:00", "1970-13-01T00:00:00Z", "1970-01-01T00:00:00 01:00",
      "2025-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-01T24:00:00Z",
      "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z",
    ])
  func refused(text: String) {
    #expect(ISOTime.seconds(text) == nil)
  }

  @Test(
    "A written time is read back to the millisecond", arguments: [0.0, -0.001, 1_795_222_923.456, 253_402_300_799])
  func isoRoundTrip(seconds: Double) throws {
    let text = ISOTime.text(seconds: seconds)
    #expect(abs(try #require(ISOTime.seconds(text)) - seconds) < 0.0011)
    #expect(text.utf8.count == 24)
    #expect(ISOTime.month(seconds: seconds) == String(text.prefix(7)))
  }
}
