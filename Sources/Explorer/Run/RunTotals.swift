import Sessions
import Workspaces

/// The sums over the results of a run, kept up with each result.
struct RunTotals: Equatable, Sendable {
  private(set) var requests = 0
  private(set) var failed = 0
  private(set) var tests = 0
  private(set) var passedTests = 0
  /// Of the answers, shortest first.
  private(set) var durations: [Duration] = []

  mutating func add(_ result: RunResult) {
    requests += 1
    if !result.passed { failed += 1 }
    tests += result.assertions.count
    passedTests += result.assertions.count(where: \.passed)
    // The duration of a failure says nothing about the server.
    guard result.status > 0 else { return }
    var (low, high) = (0, durations.count)
    while low < high {
      let middle = (low + high) / 2
      if durations[middle] < result.duration { low = middle + 1 } else { high = middle }
    }
    durations.insert(result.duration, at: low)
  }

  func percentile(_ fraction: Double) -> Duration? { HistoryStatistics(durations: durations).percentile(fraction) }

  /// How many answers took how long, in steps of the same length from the shortest to the longest.
  func distribution(_ steps: Int) -> [Int] {
    guard steps > 0, let first = durations.first, let last = durations.last else { return [] }
    var counts = [Int](repeating: 0, count: steps)
    let width = (last - first) / steps
    for duration in durations {
      let step = width > .zero ? Int((duration - first) / width) : 0
      counts[min(step, steps - 1)] += 1
    }
    return counts
  }
}
