import Basics

/// When the requests of a run are sent.
package struct RunPace: Hashable, Sendable {
  /// Between the starts of two requests.
  package var delay = Duration.zero
  /// Requests a second. The schedule is fixed at the start and never waits for an answer: a request whose turn has come
  /// while the server did not answer counts as late from that moment on.
  package var rate: Double?
  /// No request starts after that time.
  package var duration: Duration?

  package init(delay: Duration = .zero, rate: Double? = nil, duration: Duration? = nil) {
    self.delay = delay
    self.rate = rate
    self.duration = duration
  }

  /// When a request is due, from the start of the run; `nil` if it is only due after the one before it.
  func due(_ index: Int) -> Duration? { rate.map { .seconds(Double(index) / $0) } }

  /// The number of requests that are due within a time.
  func count(within time: Duration) -> Int {
    guard let rate else { return 0 }
    let count = (max(.zero, time) / .seconds(1) * rate).rounded(.up)
    return count < 9e18 ? Int(count) : .max
  }

  /// In seconds.
  private static let units = ["s": 1.0, "m": 60, "min": 60, "h": 3600]

  /// A rate as people write it: `50/s`, `50`, `3000/m`, `10/h`. `nil` for anything else, and above a billion a second.
  package static func rate(_ text: String) -> Double? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2, let number = Double(first), number.isFinite, number > 0,
      let unit = parts.count == 1 ? 1.0 : units[String(parts[1])]
    else { return nil }
    let rate = number / unit
    return rate <= 1e9 && rate >= 1e-6 ? rate : nil
  }
}
