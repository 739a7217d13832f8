import Networking

/// Carries a request to its end: the seam behind which HTTP is one driver.
package struct Carrier: Sendable {
  /// Tells what happens on the way from threads of its own choice, in order, where somebody listens; the end excepted,
  /// which is what it returns, also of an exchange that failed or was cancelled.
  ///
  /// Throws where there is no exchange to be judged. Cancelling the task cancels it.
  package var exchange: Exchanging

  package typealias Listener = @Sendable (TransferEvent) -> Void
  package typealias Exchanging = @Sendable (Request, _ tell: Listener?) async throws(NetworkError) -> Exchange

  package init(_ exchange: @escaping Exchanging) {
    self.exchange = exchange
  }

  package init(_ client: Client) {
    self.init { request, tell in
      guard let tell else { return await client.exchange(for: request) }
      return await client.exchange(for: request, telling: tell)
    }
  }
}
