import Basics
import TestSupport
import Testing

@testable import Sessions

@Suite("The histogram of latencies") struct LatencyHistogramTests {
  /// The value at the rank that the percentile means, as `HistoryStatistics` counts it.
  private static func exact(_ sorted: [Duration], _ percent: Double) -> Duration {
    let rank = Int((Double(sorted.count) * percent / 100).rounded(.up))
    return sorted[min(max(rank, 1), sorted.count) - 1]
  }

  @Test("Every percentile is within 0.1 % of that of all values, sorted, whatever their size", arguments: 0..<40)
  func property(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var histogram = LatencyHistogram()
    var all: [Duration] = []
    // From nanoseconds to hours, so that each power of two is met.
    for _ in 0..<Int.random(in: 1...2_000, using: &random) {
      let magnitude = Double.random(in: 0...13, using: &random)
      let duration = Duration.nanoseconds(
        Int64((0..<Int(magnitude)).reduce(1.0) { value, _ in value * 10 } * magnitude))
      all.append(duration)
      histogram.record(duration)
    }
    all.sort()
    for percent in [0.1, 1, 25, 50, 75, 90, 95, 99, 99.9, 100] {
      let found = try #require(histogram.percentile(percent))
      let exact = Self.exact(all, percent)
      #expect(abs((found - exact) / .nanoseconds(1)) <= exact / .nanoseconds(1) * 0.001 + 1, "p\(percent)")
    }
    #expect(histogram.count == all.count)
    #expect(histogram.shortest == all.first && histogram.longest == all.last)
    #expect(histogram.distribution(7).reduce(0, +) == all.count)
  }

  @Test("Nothing counted has no percentiles, and what is longer than a day counts as a day but is the longest")
  func edges() {
    var histogram = LatencyHistogram()
    #expect(histogram.percentile(50) == nil && histogram.mean == nil && histogram.distribution(4).isEmpty)
    histogram.record(.seconds(-1))
    histogram.record(.seconds(1_000_000))
    #expect(histogram.shortest == .zero && histogram.longest == .seconds(1_000_000))
    #expect(histogram.percentile(100) == .seconds(1_000_000) && histogram.percentile(50) == .zero)
  }
}
