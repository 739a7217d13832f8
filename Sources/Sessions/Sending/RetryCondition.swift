import Basics
package import Networking
package import Workspaces

/// Sends a request again until its answer is as expected.
package struct RetryCondition: Hashable, Sendable {
  package var assertion: Assertion
  /// The time between an answer and the next try.
  package var every: Duration
  /// No try begins after that time.
  package var limit: Duration

  package init(_ assertion: Assertion, every: Duration = .seconds(1), limit: Duration = .seconds(60)) {
    self.assertion = assertion
    self.every = every
    self.limit = limit
  }

  package func verdict(on exchange: Exchange, to plan: SendPlan) -> AssertionResult {
    plan.context.verdict(of: assertion, plan.definition, on: exchange)
  }

  /// Waits before the next try.
  /// - Parameter start: of the first try.
  /// - Returns: `false` at once if there is no time for another.
  package func pause(since start: ContinuousClock.Instant) async throws -> Bool {
    guard .now + every - start <= limit else { return false }
    try await Pause.wait(every)
    return true
  }
}
