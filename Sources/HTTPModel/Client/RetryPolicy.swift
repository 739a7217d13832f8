package import HTTPTypes

/// The rules for retrying a request. A failure within a stream, or after messages were reported as events, is not retried,
/// because it would repeat them; a download continues where it broke off.
public struct RetryPolicy: Sendable {
  /// The maximum number of retries of one call, not counting the first attempt.
  package var maximum: Int
  /// The strategy for statuses without their own.
  package var strategy: Strategy
  /// Statuses that are retried, each with its strategy.
  package var statuses: [Int: Strategy]
  /// Categories of failures that are retried.
  package var categories: Set<NetworkError.Category> {
    get { Set(failures) }
    set { failures = Array(newValue) }
  }
  // Building a set is slow the first time in a process, and most clients never need it.
  private var failures: [NetworkError.Category]
  /// If true, methods that are not idempotent (POST, PATCH; RFC 9110, section 9.2.2) are retried too. Otherwise they
  /// are retried only if nothing can have reached the server.
  package var includesUnsafeMethods: Bool
  /// If true, `Retry-After` of a response sets the delay.
  package var obeysRetryAfter = true
  /// The longest `Retry-After` that is honoured; if a server asks for more, there is no retry. Default 60 s.
  package var longestWait: Duration
  /// No attempt starts later than this after the first one; `nil` for no limit.
  package var totalTime: Duration?
  /// Waits this long for a connection, for apps whose network comes and goes: a request that cannot be sent, because
  /// the host cannot be found or connected, is tried again until it can. Nothing has reached the server then, so this
  /// applies to every method, and these attempts do not count for `maximum`. The wait ends with the call's own time
  /// limit at the latest. Default `nil`: it fails at once.
  public var connectionWait: Duration?

  /// A policy; `categories` are the failures that are retried, `nil` means connection failures, timeouts and answers
  /// that broke off.
  public init(
    maximum: Int, strategy: Strategy = .exponential(), statuses: [Int: Strategy] = [:],
    categories: Set<NetworkError.Category>? = nil,
    includesUnsafeMethods: Bool = false, longestWait: Duration = .seconds(60), totalTime: Duration? = nil
  ) {
    self.maximum = maximum
    self.strategy = strategy
    self.statuses = statuses
    failures =
      categories.map(Array.init) ?? [.connect, .resolve, .connectTimeout, .idleTimeout, .totalTimeout, .truncated]
    self.includesUnsafeMethods = includesUnsafeMethods
    self.longestWait = longestWait
    self.totalTime = totalTime
  }

  /// The default of a client: a request is sent once.
  public static let never = RetryPolicy(maximum: 0)
  /// Up to three retries for connection failures, timeouts, answers that broke off, 429 and 503, with growing delays.
  public static let standard = RetryPolicy(maximum: 3, statuses: [429: .exponential(), 503: .exponential()])

  private static let idempotent: Set<String> = ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"]

  /// The strategy for a failure; `nil` if it is not retried.
  package func strategy(for error: NetworkError, method: HTTPRequest.Method) -> Strategy? {
    guard failures.contains(error.category), Self.neverConnected(error) || allows(method) else { return nil }
    return strategy
  }

  /// The wait before attempt `number` (from 1) at a connection; `nil` if the failure is another one, or the time is up.
  /// - Parameter waited: the time since the first of these failures.
  package func connectionDelay(after error: NetworkError, _ number: Int, waited: Duration) -> Duration? {
    guard let limit = connectionWait, waited < limit, Self.neverConnected(error) else { return nil }
    let delay = Strategy.exponential(base: .milliseconds(250), cap: .seconds(5), jitter: 0)
    return min(delay.delay(number, random: 0), limit - waited)
  }

  /// True if nothing can have reached the server.
  private static func neverConnected(_ error: NetworkError) -> Bool {
    [.resolve, .connect, .connectTimeout].contains(error.category)
  }

  package func strategy(for status: HTTPResponse.Status, method: HTTPRequest.Method) -> Strategy? {
    guard let strategy = statuses[status.code] else { return nil }
    return allows(method) ? strategy : nil
  }

  package func allows(_ method: HTTPRequest.Method) -> Bool {
    includesUnsafeMethods || Self.idempotent.contains(method.rawValue)
  }
}

extension RetryPolicy {
  /// The action between two attempts.
  public indirect enum Strategy: Sendable {
    /// Retries without waiting.
    case immediately
    /// Waits the same time before each retry.
    case after(Duration)
    /// `base`, doubled each time, up to `cap`; reduced at random by up to the fraction `jitter` (0…1).
    case exponential(base: Duration = .milliseconds(500), cap: Duration = .seconds(30), jitter: Double = 0.2)
    /// `unit` × 1, 1, 2, 3, 5, 8 …, up to `cap`.
    case fibonacci(unit: Duration = .seconds(1), cap: Duration = .seconds(30))
    /// Sends another request first, such as one that unlocks; its response decides whether to retry.
    case afterRequest(Request, thenIf: @Sendable (Response) -> Bool = { _ in true })
    /// Runs a task first; an error it throws ends the call.
    case afterTask(@Sendable (Response?) async throws -> Void)

    /// The wait before retry `number` (from 1). `random` is in 0…1.
    package func delay(_ number: Int, random: Double) -> Duration {
      switch self {
      case .immediately, .afterRequest, .afterTask: .zero
      case .after(let delay): delay
      case .exponential(let base, let cap, let jitter):
        min(cap, base * Double(1 << min(max(0, number - 1), 40))) * (1 - min(max(0, jitter), 1) * random)
      case .fibonacci(let unit, let cap): min(cap, unit * Self.fibonacci(number))
      }
    }

    private static func fibonacci(_ number: Int) -> Int {
      var (last, next) = (0, 1)
      for _ in 0..<min(number, 60) { (last, next) = (next, last + next) }
      return last
    }
  }
}
