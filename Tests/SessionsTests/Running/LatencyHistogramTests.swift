import Basics
import TestSupport
import Testing

@testable import Sessions

@Suite("The latency histogram") struct LatencyHistogramTests {
  /// The value at the percentile's rank, computed as in `HistoryStatistics`.
  private static func exact(_ sorted: [Duration], _ percent: Double) -> Duration {
    let rank = Int((Double(sorted.count) * percent / 100).rounded(.up))
    return sorted[min(max(rank, 1), sorted.count) - 1]
  }

  @Test("Every percentile is within 0.1 % of the exact value", arguments: 0..<40)
  func property(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var histogram = LatencyHistogram()
    var all: [Duration] = []
    // From nanoseconds to hours, to cover each power of two.
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

  @Test("An empty histogram has no percentiles, and times above a day count as a day, with an exact maximum")
  func edges() {
    var histogram = LatencyHistogram()
    #expect(histogram.percentile(50) == nil && histogram.mean == nil && histogram.distribution(4).isEmpty)
    histogram.record(.seconds(-1))
    histogram.record(.seconds(1_000_000))
    #expect(histogram.shortest == .zero && histogram.longest == .seconds(1_000_000))
    #expect(histogram.percentile(100) == .seconds(1_000_000) && histogram.percentile(50) == .zero)
  }
}
