import Basics
private import Histogram

/// How many answers took how long: each within 0.1 % of its time, in a fixed amount of memory however long a run lasts.
package struct LatencyHistogram: Equatable, Sendable {
  /// In nanoseconds; what takes longer counts as this long.
  private static let longest: UInt64 = 86_400_000_000_000

  /// In nanoseconds. `nil` until there is something to count: its counters take 300 KB.
  private var counts: Histogram<UInt64>?
  private var sum = Duration.zero
  /// Exact, as the longest is.
  package private(set) var shortest: Duration?
  package private(set) var longest: Duration?

  package init() {}

  package var count: Int { Int(clamping: counts?.totalCount ?? 0) }
  package var isEmpty: Bool { count == 0 }
  package var mean: Duration? { isEmpty ? nil : sum / count }

  package mutating func record(_ duration: Duration) {
    let duration = max(.zero, duration)
    if counts == nil {
      counts = Histogram(highestTrackableValue: Self.longest, numberOfSignificantValueDigits: .three)
    }
    counts?.record(min(Self.longest, UInt64(clamping: duration.wholeNanoseconds)))
    sum += duration
    shortest = min(shortest ?? duration, duration)
    longest = max(longest ?? duration, duration)
  }

  /// The time that the given part of the answers did not exceed, from 0 to 100; `nil` without any.
  package func percentile(_ percent: Double) -> Duration? {
    guard let counts, let shortest, let longest else { return nil }
    guard percent < 100 else { return longest }
    let found = Duration.nanoseconds(Int64(clamping: counts.valueAtPercentile(max(0, percent))))
    return min(max(found, shortest), longest)
  }

  /// How many answers took how long, in steps of the same length from the shortest to the longest.
  package func distribution(_ steps: Int) -> [Int] {
    guard steps > 0, let counts, let shortest, let longest else { return [] }
    var bars = [Int](repeating: 0, count: steps)
    let start = Double(shortest.wholeNanoseconds)
    let width = (Double(longest.wholeNanoseconds) - start) / Double(steps)
    for value in counts.recordedValues() {
      let step = width > 0 ? Int(max(0, (Double(value.value) - start) / width)) : 0
      bars[min(step, steps - 1)] += Int(clamping: value.count)
    }
    return bars
  }
}
