import Testing

@testable import Basics

@Suite struct DurationTextTests {
  @Test(
    "A duration is read in the usual units",
    arguments: [
      ("30s", Duration.seconds(30)), ("500ms", .milliseconds(500)), ("2m", .seconds(120)), ("2 min", .seconds(120)),
      ("3 sec", .seconds(3)), ("10 seconds", .seconds(10)), ("2 minutes", .seconds(120)),
      ("1.5h", .seconds(5400)), ("7", .seconds(7)), ("0.25S", .milliseconds(250)), ("", nil), ("s", nil), ("-1s", nil),
      ("1e3s", nil), ("nan", nil), ("inf", nil), ("0x10s", nil), ("9999999h", nil), ("5d", nil), ("1.2.3s", nil),
    ])
  func times(text: String, time: Duration?) {
    #expect(Duration(words: text) == time)
  }
}
