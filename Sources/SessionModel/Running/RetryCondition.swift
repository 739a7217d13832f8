package import Workspaces

/// Sends a request again until its answer is as expected.
package struct RetryCondition: Hashable, Sendable {
  package var assertion: Assertion
  /// The time between an answer and the next try.
  package var every: Duration
  /// No try begins after this time.
  package var limit: Duration

  package init(_ assertion: Assertion, every: Duration = .seconds(1), limit: Duration = .seconds(60)) {
    self.assertion = assertion
    self.every = every
    self.limit = limit
  }
}
