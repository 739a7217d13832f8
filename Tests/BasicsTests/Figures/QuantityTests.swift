import Basics
import Testing

@Suite("Quantities in words")
struct QuantityTests {
  @Test(
    "Durations are written for people",
    arguments: [
      (Duration.microseconds(400), "0.4 ms"), (.milliseconds(83), "83 ms"), (.milliseconds(1200), "1.20 s"),
      (.seconds(125), "2 min 5 s"), (.zero, "0.0 ms"), (.milliseconds(999), "999 ms"), (.microseconds(40), "0.0 ms"),
      (.milliseconds(9.94), "9.9 ms"), (.seconds(-1), "0.0 ms"), (.milliseconds(0.06), "0.1 ms"),
    ])
  func duration(duration: Duration, expected: String) {
    #expect(Quantity.duration(duration) == expected)
  }

  @Test(
    "Sizes are in powers of 1000",
    arguments: [(0, "0 B"), (412, "412 B"), (4100, "4.1 KB"), (12_300_000, "12.3 MB"), (999_990, "1.0 MB")])
  func bytes(count: Int, expected: String) {
    #expect(Quantity.bytes(count) == expected)
  }

  @Test("Counts are grouped in threes", arguments: [(0, "0"), (999, "999"), (12345, "12 345"), (-1000, "-1 000")])
  func count(number: Int, expected: String) {
    #expect(Quantity.count(number) == expected)
  }

  @Test(
    "A number has the given number of decimals",
    arguments: [(0.0, 2, "0.00"), (0.005, 2, "0.01"), (-1.25, 1, "-1.3"), (-0.001, 2, "0.00"), (1234.5, 0, "1235")])
  func fixed(value: Double, digits: Int, expected: String) {
    #expect(Quantity.fixed(value, digits) == expected)
  }

  @Test(
    "A time limit is written to the millisecond, with fractions rounded up",
    arguments: [
      (Duration.seconds(5), "5 s"), (.milliseconds(1500), "1.5 s"), (.milliseconds(1005), "1.005 s"),
      (.milliseconds(250), "250 ms"), (.microseconds(1), "1 ms"), (.zero, "0 ms"), (.seconds(-3), "0 ms"),
      (.seconds(Int64.max), "2147483.647 s"),
    ])
  func limit(duration: Duration, expected: String) {
    #expect(Quantity.limit(duration) == expected)
  }

  @Test(
    "Thousandths are written without trailing zeros",
    arguments: [
      (Int64(0), "0"), (1, "0.001"), (1250, "1.25"), (-1500, "-1.5"), (-20, "-0.02"), (7000, "7"),
    ])
  func thousandths(number: Int64, expected: String) {
    #expect(Quantity.thousandths(number) == expected)
    #expect(Double(expected) == Double(number) / 1000)
  }

  @Test("Whole milliseconds are truncated and clamped to the range of the type")
  func wholeMilliseconds() {
    #expect(Quantity.milliseconds(.microseconds(1_204_999)) == "1204 ms")
    #expect(Duration.microseconds(-1500).wholeMilliseconds == -1)
    #expect(Duration.seconds(Int64.max).wholeMilliseconds == .max)
    #expect(Duration.nanoseconds(2_500).wholeMicroseconds == 2)
  }
}
