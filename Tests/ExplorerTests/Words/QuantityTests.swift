import Foundation
import Testing

@testable import Explorer

@Suite("Numbers in words")
struct QuantityTests {
  @Test("Times are shown relative to now, in local time")
  func moment() {
    let now = Date(timeIntervalSince1970: 1_700_000_000)  // 2023-11-14 22:13:20 UTC, a Tuesday
    func text(_ ago: Double, _ offset: Int = 0) -> String {
      WallClock(now: now, secondsFromGMT: offset).moment(of: now.addingTimeInterval(-ago))
    }
    #expect(text(0) == "22:13")
    #expect(text(0, 3600) == "23:13")
    #expect(text(86_400) == "yesterday 22:13")
    #expect(text(3 * 86_400) == "Sat 22:13")
    #expect(text(30 * 86_400) == "2023-10-15")
  }
}
