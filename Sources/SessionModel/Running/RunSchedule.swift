import Basics
import Synchronization
package import Workspaces

/// Decides which request of a run is next and when to send it.
///
/// ```
/// next ─► finished            hold: nothing more starts ─► release: the run goes on
///   └───► givenBack ─► next
/// ```
package final class RunSchedule: Sendable {
  /// The next request to send: its index in the run.
  package struct Turn: Hashable, Sendable {
    package var index: Int
    package var wait: Duration
    /// The due time; `nil` without a rate.
    package var due: ContinuousClock.Instant?
  }

  private struct State {
    var next = 0
    /// Requests that were handed out and returned unsent.
    var returned: [Int] = []
    /// The number of requests; `nil` if unknown.
    var count: Int?
    var isStopped = false
    var held: ContinuousClock.Instant?
    /// The time of the first request, shifted by the time that the run was held.
    var start: ContinuousClock.Instant?
    var lastStart = ContinuousClock.now
  }

  private let pace: SendSchedule
  private let stopsAtFailure: Bool
  private let state: Mutex<State>

  /// - Parameter count: the number of requests; `nil` if unknown or unlimited.
  package init(count: Int?, pace: SendSchedule = SendSchedule(), stopsAtFailure: Bool) {
    self.pace = pace
    self.stopsAtFailure = stopsAtFailure
    state = Mutex(State(count: count))
  }

  /// The next request; `nil` if there is none.
  package func next() -> Turn? {
    state.withLock { state in
      guard !state.isStopped, state.held == nil else { return nil }
      let now = ContinuousClock.now
      let start = state.start ?? now
      state.start = start
      let returned = state.returned.indices.min { state.returned[$0] < state.returned[$1] }
      let index = returned.map { state.returned[$0] } ?? state.next
      guard returned != nil || state.count.map({ index < $0 }) ?? true else { return nil }
      let due = pace.due(index).map { start + $0 }
      if let end = pace.duration.map({ start + $0 }), max(now, due ?? now) >= end { return nil }
      if let returned { state.returned.remove(at: returned) } else { state.next += 1 }
      if let due { return Turn(index: index, wait: max(.zero, due - now), due: due) }
      guard pace.delay > .zero else { return Turn(index: index, wait: .zero) }
      if index > 0 { state.lastStart = max(now, state.lastStart) + pace.delay }
      return Turn(index: index, wait: max(.zero, state.lastStart - now))
    }
  }

  /// True if the run continues: no failure has ended it, and it is not held.
  package var goesOn: Bool { state.withLock { !$0.isStopped && $0.held == nil } }

  /// Starts no more requests until it is released.
  package func hold() { state.withLock { $0.held = $0.held ?? .now } }

  package func release() {
    state.withLock { state in
      guard let held = state.held else { return }
      // Requests due during the hold are postponed.
      if let start = state.start { state.start = start + (.now - held) }
      state.held = nil
    }
  }

  /// Returns a request that was not sent, or whose answer did not count, to the schedule.
  package func giveBack(_ index: Int) { state.withLock { $0.returned.append(index) } }

  package func end(at count: Int) {
    state.withLock { state in
      state.count = min(state.count ?? count, count)
      state.next = min(state.next, count)
    }
  }

  package func finished(passed: Bool) {
    if stopsAtFailure, !passed { stop() }
  }

  /// Starts no more requests, for good.
  package func stop() { state.withLock { $0.isStopped = true } }

  /// The number of due requests that have not been handed out.
  package var overdue: Int {
    state.withLock { state in
      guard let start = state.start else { return 0 }
      let elapsed = (state.held ?? .now) - start
      let due = pace.count(within: min(elapsed, pace.duration ?? elapsed))
      return max(0, min(due, state.count ?? due) - state.next) + (pace.rate == nil ? 0 : state.returned.count)
    }
  }
}

/// The timing of a run's requests.
package struct SendSchedule: Hashable, Sendable {
  /// The time between the starts of two requests.
  package var delay = Duration.zero
  /// Requests per second. The schedule is fixed at the start and never waits for answers: a request that could not be
  /// sent on time counts as late from its due time.
  package var rate: Double?
  /// The time after which no request starts.
  package var duration: Duration?

  package init(delay: Duration = .zero, rate: Double? = nil, duration: Duration? = nil) {
    self.delay = delay
    self.rate = rate
    self.duration = duration
  }

  /// The due time of a request from the start of the run; `nil` if it only follows the previous one.
  func due(_ index: Int) -> Duration? { rate.map { .seconds(Double(index) / $0) } }

  func count(within time: Duration) -> Int {
    guard let rate else { return 0 }
    let count = (max(.zero, time) / .seconds(1) * rate).rounded(.up)
    return count < 9e18 ? Int(count) : .max
  }

  private static let units = ["s": 1.0, "m": 60, "min": 60, "h": 3600]

  /// Parses a rate: `50/s`, `50`, `3000/m`, `10/h`. `nil` for any other text, and above a billion per second.
  package static func rate(_ text: String) -> Double? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2, let number = Double(first), number.isFinite, number > 0,
      let unit = parts.count == 1 ? 1.0 : units[String(parts[1])]
    else { return nil }
    let rate = number / unit
    return rate <= 1e9 && rate >= 1e-6 ? rate : nil
  }
}

/// The repetitions, duration and rate of a run, written as `100x`, `30s`, `50/s`, or a combination.
package struct LoadProfile: Hashable, Sendable {
  /// The limit on requests in flight if the schedule does not wait for answers.
  package static let mostInFlight = 256

  /// `nil` means once, or as often as the duration allows.
  package var repetitions: Int?
  package var pace: SendSchedule

  package init(repetitions: Int? = nil, pace: SendSchedule = SendSchedule()) {
    self.repetitions = repetitions
    self.pace = pace
  }

  /// Why a text is not a valid load profile.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
  }

  package init(words text: String) throws(Fault) {
    self.init()
    for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
      if word.hasSuffix("x") || word.hasPrefix("x") {
        guard let count = Int(word.hasSuffix("x") ? word.dropLast() : word.dropFirst()), count > 0 else {
          throw Fault(description: "\(word) is not a count such as 100x")
        }
        repetitions = count
      } else if word.contains("/") {
        guard let rate = SendSchedule.rate(String(word)) else {
          throw Fault(description: "\(word) is not a rate up to a billion a second, such as 50/s, 3000/m or 10/h")
        }
        pace.rate = rate
      } else {
        guard let duration = Duration(words: String(word)), duration > .zero else {
          throw Fault(description: "\(word) is not valid: write a count (100x), a duration (30s) or a rate (50/s)")
        }
        pace.duration = duration
      }
    }
  }

  /// The number of passes over the data rows; `nil` for no limit.
  package var passes: Int? { pace.duration == nil ? repetitions ?? 1 : repetitions }

  /// True if the run measures performance rather than checking each answer.
  package var isMeasurement: Bool { pace.duration != nil || pace.rate != nil }

  package var isUsual: Bool { self == LoadProfile() }

  /// The number of requests in flight.
  /// - Parameter chosen: the number that the user chose, if any.
  package func inParallel(_ chosen: Int?) -> Int { chosen ?? (pace.rate == nil ? 1 : Self.mostInFlight) }

  /// `100x 30s 50/s`
  package var words: String {
    var words: [String] = []
    if let repetitions { words.append("\(repetitions)x") }
    if let duration = pace.duration { words.append(Self.words(duration)) }
    if let rate = pace.rate { words.append(Self.words(rate)) }
    return words.joined(separator: " ")
  }

  private static func words(_ duration: Duration) -> String {
    let milliseconds = duration.wholeMilliseconds
    for (unit, length) in [("h", 3_600_000), ("m", 60_000), ("s", 1000)] where milliseconds % Int64(length) == 0 {
      return "\(milliseconds / Int64(length))\(unit)"
    }
    return "\(milliseconds)ms"
  }

  /// The rate per second, minute or hour, whichever is a whole number.
  private static func words(_ rate: Double) -> String {
    for (unit, length) in [("s", 1.0), ("m", 60), ("h", 3600)] {
      if let count = Int(exactly: (rate * length * 1000).rounded() / 1000) { return "\(count)/\(unit)" }
    }
    return "\(Quantity.fixed(rate, 3))/s"
  }
}

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
