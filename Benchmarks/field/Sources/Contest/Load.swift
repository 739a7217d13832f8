/// Many requests, some at a time.
struct Load {
  let count: Int
  let width: Int

  /// The time from each request to its last byte: median and 99th percentile in microseconds, and all in seconds.
  func carriedOut(_ call: @escaping @Sendable () async throws -> Void) async throws -> String {
    // Connections, threads and pages of the first requests are no part of what is measured.
    try await lanes(count / 10, call)
    let start = ContinuousClock.now
    let times = try await lanes(count, call).sorted()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    return "\(seconds) \(times[times.count / 2]) \(times[min(times.count - 1, times.count * 99 / 100)])"
  }

  @discardableResult
  private func lanes(_ count: Int, _ call: @escaping @Sendable () async throws -> Void) async throws -> [Double] {
    try await withThrowingTaskGroup(of: [Double].self) { group in
      for lane in 0..<width {
        let share = count / width + (lane < count % width ? 1 : 0)
        group.addTask {
          var times: [Double] = []
          for _ in 0..<share {
            let start = ContinuousClock.now
            try await call()
            times.append((ContinuousClock.now - start) / .microseconds(1))
          }
          return times
        }
      }
      var all: [Double] = []
      for try await times in group { all += times }
      return all
    }
  }
}
