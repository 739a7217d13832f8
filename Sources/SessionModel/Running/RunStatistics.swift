import Basics
import HTTPModel
private import Histogram
import Workspaces

/// The statistics of a run: counts, failures by kind, and answer times. Their size does not depend on the length of the
/// run. The command line and the screen show the same values.
package struct RunStatistics: Equatable, Sendable {
  package private(set) var requests = 0
  /// Requests skipped because their conditions do not hold.
  package private(set) var skipped = 0
  /// Requests sent more than once until their answers were as expected.
  package private(set) var retried = 0
  package private(set) var failed = 0
  package private(set) var assertions = 0
  package private(set) var failedAssertions = 0
  /// Failed requests by the reason; see `RunResult.failure`.
  package private(set) var errors: [String: Int] = [:]
  /// Answers by their short status, such as `200` or `NOT_FOUND`.
  package private(set) var statuses: [String: Int] = [:]
  /// The times of answers only, because the duration of a failure says nothing about the server.
  package private(set) var latency = LatencyHistogram()
  /// The reason why the first request could not be sent, in the order of the run.
  package var trouble: RunResult.Trouble? { first?.trouble }
  private var first: FirstTrouble?

  private struct FirstTrouble: Equatable {
    var index: Int
    var trouble: RunResult.Trouble
  }

  package init() {}

  package init(_ results: [RunResult]) {
    for (index, result) in results.enumerated() { add(result, at: index) }
  }

  /// - Parameter index: the position in the run.
  package mutating func add(_ result: RunResult, at index: Int) {
    guard result.skipped == nil else {
      skipped += 1
      return
    }
    requests += 1
    if result.tries > 1 { retried += 1 }
    let cases = result.cases
    let failures = cases.count { !$0.passed }
    assertions += cases.count
    failedAssertions += failures
    if let failure = result.failure {
      failed += 1
      errors[failure, default: 0] += 1
    }
    if let trouble = result.trouble, first.map({ index < $0.index }) ?? true {
      first = FirstTrouble(index: index, trouble: trouble)
    }
    guard result.status > 0, let status = result.shortStatus.text else { return }
    statuses[status, default: 0] += 1
    latency.record(result.latency)
  }

  package var passedAssertions: Int { assertions - failedAssertions }

  package func rate(over duration: Duration) -> Double {
    duration > .zero ? Double(requests) / (duration / .seconds(1)) : 0
  }

  /// The error kinds, most frequent first.
  package var errorsByCount: [(kind: String, count: Int)] {
    errors.map { (kind: $0.key, count: $0.value) }.sorted { ($1.count, $0.kind) < ($0.count, $1.kind) }
  }
}

/// A histogram of answer times, each within 0.1 %, in constant memory for runs of any length.
package struct LatencyHistogram: Equatable, Sendable {
  /// The longest recorded time in nanoseconds; longer times count as this.
  private static let longest: UInt64 = 86_400_000_000_000

  /// Times in nanoseconds. `nil` until the first one, because the counters take 300 KB.
  private var counts: Histogram<UInt64>?
  private var sum = Duration.zero
  /// The exact shortest time; the longest is exact, too.
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

  /// The time that `percent` (0 to 100) of the answers did not exceed; `nil` without answers.
  package func percentile(_ percent: Double) -> Duration? {
    guard let counts, let shortest, let longest else { return nil }
    guard percent < 100 else { return longest }
    let found = Duration.nanoseconds(Int64(clamping: counts.valueAtPercentile(max(0, percent))))
    return min(max(found, shortest), longest)
  }

  /// The number of answers per step, for steps of equal length from the shortest to the longest time.
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
