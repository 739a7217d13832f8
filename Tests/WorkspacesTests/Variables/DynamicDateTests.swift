import Foundation
import Testing

@testable import Workspaces

@Suite("Dates in requests") struct DynamicDateTests {
  /// 2024-03-31T23:04:05.678Z, a Sunday.
  private let fixed = DynamicValues(
    now: { Date(timeIntervalSince1970: 1_711_926_245.678) }, random: { $0 - 1 })

  @Test(
    arguments: [
      ("datetime", "2024-03-31T23:04:05.678Z"), ("datetime iso8601", "2024-03-31T23:04:05.678Z"),
      ("datetime rfc1123", "Sun, 31 Mar 2024 23:04:05 GMT"), ("datetime 'YYYY-MM-DD'", "2024-03-31"),
      ("datetime \"DD/M/YY H:m:s\"", "31/3/24 23:4:5"),
      ("datetime 'YYYY-MM-DD[T]HH:mm:ss.SSSZ'", "2024-03-31T23:04:05.678+00:00"),
      ("datetime 'dddd, MMMM D, hh A'", "Sunday, March 31, 11 PM"), ("datetime 'X x'", "1711926245 1711926245678"),
      ("datetime 'YYYY-MM-DD' 1 d", "2024-04-01"), ("datetime 'YYYY-MM-DD' -1 M", "2024-02-29"),
      ("datetime 'YYYY-MM-DD' -1 y", "2023-03-31"), ("datetime 'YYYY-MM-DD' 1 Q", "2024-06-30"),
      ("datetime iso8601 -2 h", "2024-03-31T21:04:05.678Z"), ("timestamp", "1711926245"),
      ("timestamp -1 d", "1711839845"),
      ("randomHexadecimal 4", "ffff"), ("randomAlphabetic 3", "ZZZ"),
    ])
  func `A format and an offset give the date`(name: String, text: String) {
    #expect(fixed.value(of: name) == text)
  }

  @Test(
    arguments: [
      "datetime 'YYYY", "datetime iso", "datetime 'YYYY' 1", "datetime 'YYYY' one d", "datetime 'YYYY' 1 century",
      "datetime 'yyyy-MM-dd'", "timestamp 1", "timestamp 'YYYY'", "uuid 4", "randomHexadecimal 0",
    ])
  func `Invalid arguments give no value`(name: String) {
    #expect(fixed.value(of: name) == nil)
  }

  @Test func `The local date is the same moment, with its offset`() throws {
    let text = try #require(fixed.value(of: "localDatetime"))
    #expect(try Date(text, strategy: .iso8601).timeIntervalSince1970 == 1_711_926_245)
  }
}
