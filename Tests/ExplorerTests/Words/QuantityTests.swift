import Foundation
import Testing

@testable import Explorer

@Suite("Numbers in words")
struct QuantityTests {
  @Test(
    "Durations read as people say them",
    arguments: [
      (Duration.microseconds(400), "0.4 ms"), (.milliseconds(83), "83 ms"), (.milliseconds(1200), "1.20 s"),
      (.seconds(125), "2 min 5 s"), (.zero, "0.0 ms"), (.milliseconds(999), "999 ms"),
    ])
  func duration(duration: Duration, expected: String) {
    #expect(Quantity.duration(duration) == expected)
  }

  @Test(
    "Sizes count in thousands",
    arguments: [(0, "0 B"), (412, "412 B"), (4100, "4.1 KB"), (12_300_000, "12.3 MB"), (999_990, "1.0 MB")])
  func bytes(count: Int, expected: String) {
    #expect(Quantity.bytes(count) == expected)
  }

  @Test("Counts are grouped in threes", arguments: [(0, "0"), (999, "999"), (12345, "12 345"), (-1000, "-1 000")])
  func count(number: Int, expected: String) {
    #expect(Quantity.count(number) == expected)
  }

  @Test("Moments are told by how long ago they are, in local time")
  func moment() {
    let now = Date(timeIntervalSince1970: 1_700_000_000)  // 2023-11-14 22:13:20 UTC, a Tuesday
    func text(_ ago: Double, _ offset: Int = 0) -> String {
      Quantity.moment(now.addingTimeInterval(-ago), now: now, secondsFromGMT: offset)
    }
    #expect(text(0) == "22:13")
    #expect(text(0, 3600) == "23:13")
    #expect(text(86_400) == "yesterday 22:13")
    #expect(text(3 * 86_400) == "Sat 22:13")
    #expect(text(30 * 86_400) == "2023-10-15")
  }
}
