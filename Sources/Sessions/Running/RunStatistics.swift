import Networking
import Workspaces

/// What a run comes to: sums, failures by their kind, and how long the answers took. Its size does not depend on the
/// length of the run; the command line and the screen show the same.
package struct RunStatistics: Equatable, Sendable {
  package private(set) var requests = 0
  /// Those that were not sent, because their conditions do not hold.
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
  /// Of the answers: the duration of a failure says nothing about the server.
  package private(set) var latency = LatencyHistogram()
  /// Why the first request could not be sent, in the order of the run.
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

  /// - Parameter index: its place in the run.
  package mutating func add(_ result: RunResult, at index: Int) {
    guard result.skipped == nil else {
      skipped += 1
      return
    }
    requests += 1
    if result.tries > 1 { retried += 1 }
    let failures = result.assertions.count { !$0.passed }
    assertions += result.assertions.count
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

  /// Requests a second.
  package func rate(over duration: Duration) -> Double {
    duration > .zero ? Double(requests) / (duration / .seconds(1)) : 0
  }

  /// The most frequent first.
  package var errorsByCount: [(kind: String, count: Int)] {
    errors.map { (kind: $0.key, count: $0.value) }.sorted { ($1.count, $0.kind) < ($0.count, $1.kind) }
  }
}
