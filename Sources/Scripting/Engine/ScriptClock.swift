/// Measures how long scripts run and how long they wait, each in all.
struct ScriptClock {
  typealias Instant = ContinuousClock.Instant

  enum State: Hashable {
    /// The child starts; it has a time of its own.
    case starting
    case running
    case waiting
  }

  /// For a child to load the engine, on a slow or busy system.
  static let start = Duration.seconds(30)

  private(set) var state = State.starting
  private var since: Instant
  private(set) var ran = Duration.zero
  private(set) var waited = Duration.zero

  init(at now: Instant) { since = now }

  mutating func turn(to next: State, at now: Instant) {
    switch state {
    case .starting: break
    case .running: ran += now - since
    case .waiting: waited += now - since
    }
    (state, since) = (next, now)
  }

  /// When the present state has lasted too long.
  func deadline(_ limits: ScriptLimits) -> Instant {
    switch state {
    case .starting: since + Self.start
    case .running: since + (limits.running - ran)
    case .waiting: since + (limits.waiting - waited)
    }
  }
}
