import Networking

/// How long a cancelled transfer takes to be gone, whatever it was doing.
enum Cancellation {
  /// The longest of `count` tries in milliseconds. Each is cancelled a little later than the one before, so that all
  /// that happens in the first 30 ms of a request is met.
  static func worst(of count: Int, _ request: Request) async throws -> Double {
    let transport = CurlTransport()
    var worst = Duration.zero
    for number in 0..<count {
      let (ends, feed) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
      let call = transport.start(TransportRequest(request)) { event in
        guard case .finished = event else { return }
        feed.yield(.now)
        feed.finish()
      }
      try await Task.sleep(for: .microseconds(30_000 * number / max(1, count)))
      let asked = ContinuousClock.now
      call.cancel()
      for await end in ends { worst = max(worst, end - asked) }
    }
    return worst / .milliseconds(1)
  }
}
