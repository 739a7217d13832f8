import Basics
import Essentials
import HTTPModel
import HTTPTypes

/// One call of a client from start to end. All state of the call is held here.
///
/// ```
/// layered ─► attempt: modified ─► hop ─► redirect? ─► hop … ─► judged ─► response
///               ▲                                                │
///               └──── wait ◄──── retry, refreshed token ◄────────┘
/// ```
struct Execution {
  struct Outcome: Sendable {
    var exchange: Exchange
    var response: Response?
  }

  /// The result of one attempt: its last hop.
  struct Attempt {
    /// As modified and redirected.
    var request: Request
    var head: ResponseHead?
    var body: ByteStore?
    var failure: NetworkError?
    /// The token sent with it, if any.
    var token: TokenProvider.SentToken?
    /// True if the transport refused to follow this redirect.
    var refusesRedirect = false
  }

  enum Step {
    case accept(Response)
    case again(Hop.Cause)
  }

  let call: Call
  var exchange: Exchange
  var retries = 0
  /// The failed attempts to connect since the last answer: their number, the time of the first, and the sum of the
  /// waits between them, for a clock that does not count them.
  private var unconnected: (count: Int, since: Date, waits: Duration)?
  var didRefresh = false
  /// True if the reader of a stream has the head of the last hop.
  var hasBegun = false
  /// The number of tokens that the provider had lost when the call began.
  var losses: Int?
  private var last: Response?

  init(_ call: Call) {
    self.call = call
    exchange = Exchange(startedAt: call.config.clock.now(), attempts: 0)
  }

  mutating func run() async -> Outcome {
    call.observe(.enqueued)
    let lifetime = call.client.lifetime
    // The work of a running call may go on after a shutdown, such as the refresh of its token.
    let mayRun = lifetime.enter(isNew: !ExecutionScope.isServing)
    defer { if mayRun { lifetime.leave() } }
    do throws(NetworkError) {
      guard mayRun else { throw .shutDown }
      last = try await attempts()
    } catch {
      var error = error.of(call.request)
      if error.response == nil, error.head != nil { error.response = last }
      exchange.failure = error
    }
    exchange.attempts = max(1, exchange.attempts)
    exchange.duration = call.duration
    last?.exchange = exchange
    call.observe(.finished(exchange))
    call.report?(.finished(exchange))
    return Outcome(exchange: exchange, response: last)
  }

  private mutating func attempts() async throws(NetworkError) -> Response {
    var base = try layered(call.request)
    var cause = Hop.Cause.initial
    while true {
      exchange.attempts += 1
      let attempt = await attempt(base, cause)
      exchange.body = attempt.body
      switch try await judge(attempt) {
      case .accept(let response): return response
      case .again(let next): cause = next
      }
      if hasBegun {
        guard let rest = await call.stream?.goOn?() else { throw .cancelled }
        base = try layered(rest)
        hasBegun = false
      }
      if let hop = exchange.hops.last { call.report?(.continued(hop)) }
    }
  }

  private func layered(_ request: Request) throws(NetworkError) -> Request {
    do throws(RequestError) { return try call.client.layered(request) } catch { throw NetworkError(error) }
  }

  /// The response so far, for validators and retry rules.
  func response(_ attempt: Attempt) -> Response? {
    guard let head = attempt.head else { return nil }
    var snapshot = exchange
    snapshot.duration = call.duration
    return Response(request: call.request, exchange: snapshot, head: head, body: attempt.body ?? ByteStore([]))
  }

  /// Keeps the response of an error, so that it can be shown.
  mutating func keep(_ response: Response) {
    last = response
    exchange.body = response.body
  }
}

/// Marks tasks that run on behalf of another request: a token refresh, or the step before a retry. Such a request never
/// retries, never refreshes and asks for no token, because two of them could deadlock.
enum ExecutionScope {
  // A task-local value, not global state: it belongs to the task that does this work.
  @TaskLocal static var isServing = false
}

/// Decides after an attempt: final response, error or retry.
extension Execution {
  mutating func judge(_ attempt: Attempt) async throws(NetworkError) -> Step {
    let method = attempt.request.method
    if let failure = attempt.failure {
      if let response = response(attempt) { keep(response) }
      if isRead(attempt) { throw withAttempts(failure) }
      if try await waitForConnection(after: failure) { return .again(.retry(attempt: exchange.attempts)) }
      guard let strategy = call.config.retry.strategy(for: failure, method: method),
        try await prepareRetry(strategy, maximum: call.config.retry.maximum, response: nil)
      else { throw withAttempts(failure) }
      return .again(.retry(attempt: retries))
    }
    unconnected = nil
    guard let response = response(attempt) else { throw NetworkError(.other, "There was no response") }
    if call.stream != nil { return try await judgeStreamed(response, attempt) }
    // Await only what is configured: each await costs time, and most calls configure none of these.
    let transformed = call.config.transformers.isEmpty ? response : try await transformed(response)
    keep(transformed)
    // A new token does not open a block.
    if call.config.detectsBlocks, BlockDetection.isBlock(transformed) {
      call.observe(.blocked(transformed))
      throw BlockDetection.error(transformed)
    }
    if mayRefresh, try await refreshed(attempt, transformed) { return .again(.authentication) }
    let isRetried = call.config.retry.strategy(for: transformed.status, method: method) != nil
    if call.config.validators.isEmpty, !isRetried { return .accept(transformed) }
    return try await validated(transformed, method)
  }

  /// True if another attempt would repeat what a reader has: the bytes of a stream, or messages, which are shown as they
  /// arrive.
  private func isRead(_ attempt: Attempt) -> Bool {
    if call.stream != nil { return hasBegun && call.stream?.goOn == nil }
    return call.report != nil && attempt.head?.messageFormat != nil && attempt.body.map { $0.count > 0 } == true
  }

  private mutating func validated(_ response: Response, _ method: HTTPRequest.Method) async throws(NetworkError) -> Step
  {
    var response = response
    var refusal: NetworkError?
    for validator in call.config.validators where refusal == nil {
      let verdict: Validator.Verdict
      let (received, attempts) = (response, exchange.attempts)
      do { verdict = try await call.limited { try await validator.judge(received, attempts) } } catch {
        throw NetworkError(thrown: error, as: .status, "A validator refused the response", response: response)
      }
      switch verdict {
      case .next: continue
      case .nextWith(let other):
        response = other
        keep(other)
      case .fail(let error): refusal = error
      case .retry(let strategy):
        guard call.config.retry.allows(method) else {
          throw NetworkError(
            .retriesExhausted, "A validator wanted to send \(method) again, which the retry policy does not allow",
            response: response)
        }
        // A validator may ask for a retry even if the policy allows none.
        guard try await prepareRetry(strategy, maximum: max(1, call.config.retry.maximum), response: response) else {
          throw exhausted(response)
        }
        return .again(.retry(attempt: retries))
      }
    }
    if let strategy = call.config.retry.strategy(for: response.status, method: method),
      try await prepareRetry(strategy, maximum: call.config.retry.maximum, response: response)
    {
      return .again(.retry(attempt: retries))
    }
    if let refusal { throw retries > 0 ? withAttempts(refusal) : refusal }
    return .accept(response)
  }

  /// The body has already reached its consumer, so only the head can decide.
  private mutating func judgeStreamed(_ response: Response, _ attempt: Attempt) async throws(NetworkError) -> Step {
    keep(response)
    if mayRefresh, try await refreshed(attempt, response) { return .again(.authentication) }
    if hasBegun { return .accept(response) }
    if let strategy = call.config.retry.strategy(for: response.status, method: attempt.request.method),
      try await prepareRetry(strategy, maximum: call.config.retry.maximum, response: response)
    {
      return .again(.retry(attempt: retries))
    }
    // The body of this answer was discarded for the sake of another attempt.
    if response.status.kind == .successful { throw exhausted(response) }
    return .accept(response)
  }

  private var mayRefresh: Bool {
    call.config.authorize && (call.config.tokenProvider != nil || call.config.renewal != nil)
  }

  /// Returns a closure that is true for a response without a further hop, whose body is the one to stream.
  func finality(of wire: Request) -> @Sendable (ResponseHead) -> Bool {
    let policy = wire.options.redirects ?? .init()
    let follows = policy.follows || call.config.redirect != nil
    let mayRefresh = mayRefresh && !didRefresh
    let retriesLeft = retries < call.config.retry.maximum && !ExecutionScope.isServing
    let retry = call.config.retry
    // The transport may answer the challenge; then another head follows.
    let isChallenged = wire.options.upgrades && wire.options.authentication != nil
    let (isUnauthorized, request, exchange) = (call.config.isUnauthorized, call.request, exchange)
    return { head in
      if isChallenged, head.status == .unauthorized { return false }
      if follows, Redirect.leadsOn(head, policy), head.headers["Location"] != nil { return false }
      if mayRefresh {
        // The body has not arrived yet.
        let start = Response(request: request, exchange: exchange, head: head, body: ByteStore([]))
        if isUnauthorized(start) { return false }
      }
      return !(retriesLeft && retry.strategy(for: head.status, method: wire.method) != nil)
    }
  }

  private func transformed(_ response: Response) async throws(NetworkError) -> Response {
    var response = response
    for transform in call.config.transformers {
      let received = response
      do { response = try await call.limited { try await transform(received) } } catch {
        throw NetworkError(thrown: error, as: .decoding, "A transformer refused the response", response: response)
      }
    }
    return response
  }

  private func exhausted(_ response: Response) -> NetworkError {
    NetworkError(
      .retriesExhausted, "Gave up after \(exchange.attempts) attempts",
      detail: "the last response was \(response.status.code) \(response.status.reasonPhrase)", response: response)
  }

  private func withAttempts(_ error: NetworkError) -> NetworkError {
    guard retries > 0 || unconnected != nil else { return error }
    var error = error
    error.message += " (\(exchange.attempts) attempts)"
    return error
  }
}

/// Waiting and other work before a retry.
extension Execution {
  /// Returns `true` if the next attempt may start, `false` if no attempt or time is left.
  private mutating func prepareRetry(
    _ strategy: RetryPolicy.Strategy, maximum: Int, response: Response?
  ) async throws(NetworkError) -> Bool {
    guard retries < maximum, !ExecutionScope.isServing, let wait = wait(for: strategy, response) else { return false }
    if let remaining = call.remaining, wait >= remaining { return false }
    if let limit = call.config.retry.totalTime {
      let spent = Duration.seconds(call.config.clock.now().timeIntervalSince(exchange.startedAt))
      // A delay requested by the server counts before waiting; a delay of the policy does not, as in curl.
      let isAsked = call.config.retry.obeysRetryAfter && response?.headers["Retry-After"] != nil
      if spent >= limit || isAsked && spent + wait > limit { return false }
    }
    retries += 1
    call.observe(.willRetry(attempt: exchange.attempts + 1, wait: wait))
    do {
      if wait > .zero { try await call.config.clock.sleep(wait) }
      return try await runFirst(strategy, response)
    } catch {
      throw NetworkError(thrown: error, as: .retriesExhausted, "The step before a retry failed", response: response)
    }
  }

  /// Returns `true` if the next attempt may start, `false` if the policy does not wait for a connection, or not longer.
  private mutating func waitForConnection(after failure: NetworkError) async throws(NetworkError) -> Bool {
    let now = call.config.clock.now()
    let (count, since, waits) = unconnected ?? (0, now, .zero)
    let waited = max(waits, .seconds(now.timeIntervalSince(since)))
    guard !ExecutionScope.isServing,
      let wait = call.config.retry.connectionDelay(after: failure, count + 1, waited: waited),
      call.remaining.map({ wait < $0 }) ?? true
    else { return false }
    unconnected = (count + 1, since, waits + wait)
    call.observe(.willRetry(attempt: exchange.attempts + 1, wait: wait))
    do { try await call.config.clock.sleep(wait) } catch { throw .cancelled }
    return true
  }

  private func runFirst(_ strategy: RetryPolicy.Strategy, _ response: Response?) async throws -> Bool {
    switch strategy {
    case .afterRequest(let request, let isGood):
      let client = call.client
      let answer = try await ExecutionScope.$isServing.withValue(true) { try await client.response(for: request) }
      return isGood(answer)
    case .afterTask(let task):
      try await ExecutionScope.$isServing.withValue(true) { try await call.limited { try await task(response) } }
      return true
    default: return true
    }
  }

  /// The longer of the strategy's and the server's delay; `nil` if the server asks for too long a wait.
  private func wait(for strategy: RetryPolicy.Strategy, _ response: Response?) -> Duration? {
    let own = strategy.delay(retries + 1, random: .random(in: 0...1))
    guard call.config.retry.obeysRetryAfter, let text = response?.headers["Retry-After"],
      let asked = HTTPDate.delay(text, now: call.config.clock.now())
    else {
      return own
    }
    return asked <= call.config.retry.longestWait ? max(own, asked) : nil
  }
}
