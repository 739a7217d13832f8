import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// After an attempt: is this the final response, an error, or is there a retry?
extension Execution {
  mutating func judge(_ attempt: Attempt) async throws(NetworkError) -> Step {
    let method = attempt.request.method
    if let failure = attempt.failure {
      if let response = response(attempt) { keep(response) }
      guard let strategy = call.config.retry.strategy(for: failure, method: method),
        try await prepareRetry(strategy, maximum: call.config.retry.maximum, response: nil)
      else { throw withAttempts(failure) }
      return .again(.retry(attempt: retries))
    }
    guard let response = response(attempt) else { throw NetworkError(.other, "There was no response") }
    if call.stream != nil { return try await judgeStreamed(response, attempt) }
    // Await only what is configured: each await costs time, and most calls configure none of these.
    let transformed = call.config.transformers.isEmpty ? response : try await transformed(response)
    keep(transformed)
    if attempt.token != nil, try await refreshed(attempt, transformed) { return .again(.authentication) }
    if call.config.detectsBlocks, BlockDetection.isBlock(transformed) {
      call.observe(.blocked(transformed))
      throw BlockDetection.error(transformed)
    }
    let isRetried = call.config.retry.strategy(for: transformed.status, method: method) != nil
    if call.config.validators.isEmpty, !isRetried { return .accept(transformed) }
    return try await validated(transformed, method)
  }

  private mutating func validated(_ response: Response, _ method: HTTPRequest.Method) async throws(NetworkError) -> Step
  {
    var response = response
    var refusal: NetworkError?
    for validator in call.config.validators where refusal == nil {
      let verdict: Validator.Verdict
      do { verdict = try await validator.judge(response, exchange.attempts) } catch {
        throw Self.failure(of: "A validator", error, response)
      }
      switch verdict {
      case .next: continue
      case .nextWith(let other):
        response = other
        keep(other)
      case .fail(let error): refusal = error
      case .retry(let strategy):
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
    if attempt.token != nil, try await refreshed(attempt, response) { return .again(.authentication) }
    if let strategy = call.config.retry.strategy(for: response.status, method: attempt.request.method),
      try await prepareRetry(strategy, maximum: call.config.retry.maximum, response: response)
    {
      return .again(.retry(attempt: retries))
    }
    return .accept(response)
  }

  /// Whether nothing follows this response: its body is then the one to stream.
  func finality(of wire: Request) -> @Sendable (ResponseHead) -> Bool {
    let policy = wire.options.redirects ?? .init()
    let follows = policy.follows || call.config.redirect != nil
    let mayRefresh = call.config.authorize && call.config.tokenProvider != nil && !didRefresh
    let retriesLeft = retries < call.config.retry.maximum && !ExecutionScope.isServing
    let retry = call.config.retry
    // The transport may answer the challenge, and another head follows.
    let isChallenged = wire.options.upgrades && wire.options.authentication != nil
    return { head in
      if isChallenged, head.status == .unauthorized { return false }
      if follows, Redirect.leadsOn(head, policy), head.headers["Location"] != nil { return false }
      if mayRefresh, head.status == .unauthorized { return false }
      return !(retriesLeft && retry.strategy(for: head.status, method: wire.method) != nil)
    }
  }

  private func transformed(_ response: Response) async throws(NetworkError) -> Response {
    var response = response
    for transform in call.config.transformers {
      do { response = try await transform(response) } catch {
        throw Self.failure(of: "A transformer", error, response)
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
    guard retries > 0 else { return error }
    var error = error
    error.message += " (\(exchange.attempts) attempts)"
    return error
  }

  static func failure(of what: String, _ error: any Error, _ response: Response) -> NetworkError {
    var found =
      (error as? NetworkError)
      ?? NetworkError(.decoding, "\(what) refused the response", detail: "\(error)", underlying: error)
    if error is CancellationError { found = NetworkError.cancelled }
    found.response = found.response ?? response
    return found
  }
}

/// Waiting and other work before a retry.
extension Execution {
  /// Returns `true` if the next attempt may start, `false` if no attempt or time is left.
  private mutating func prepareRetry(
    _ strategy: RetryStrategy, maximum: Int, response: Response?
  ) async throws(NetworkError) -> Bool {
    guard retries < maximum, !ExecutionScope.isServing, let wait = wait(for: strategy, response) else { return false }
    if let remaining = call.remaining, wait >= remaining { return false }
    if let limit = call.config.retry.totalTime {
      let spent = Duration.seconds(call.config.clock.now().timeIntervalSince(exchange.startedAt))
      // A delay requested by the server counts before waiting, one of our own does not, as in curl.
      let isAsked = response?.headers["Retry-After"] != nil
      if spent >= limit || isAsked && spent + wait > limit { return false }
    }
    retries += 1
    call.observe(.willRetry(attempt: exchange.attempts + 1, wait: wait))
    do {
      if wait > .zero { try await call.config.clock.sleep(wait) }
      return try await runFirst(strategy, response)
    } catch let error as NetworkError {
      throw error
    } catch is CancellationError {
      throw NetworkError.cancelled
    } catch {
      throw NetworkError(.retriesExhausted, "The step before a retry failed", detail: "\(error)", underlying: error)
    }
  }

  private func runFirst(_ strategy: RetryStrategy, _ response: Response?) async throws -> Bool {
    switch strategy {
    case .afterRequest(let request, let isGood):
      let client = call.client
      let answer = try await ExecutionScope.$isServing.withValue(true) { try await client.response(for: request) }
      return isGood(answer)
    case .afterTask(let task):
      try await ExecutionScope.$isServing.withValue(true) { try await task(response) }
      return true
    default: return true
    }
  }

  /// The longer of the strategy's and the server's delay; `nil` if the server asks for too long a wait.
  private func wait(for strategy: RetryStrategy, _ response: Response?) -> Duration? {
    let own = strategy.delay(retries + 1, random: .random(in: 0...1))
    guard let text = response?.headers["Retry-After"], let asked = HTTPDate.delay(text, now: call.config.clock.now())
    else {
      return own
    }
    return asked <= call.config.retry.longestWait ? max(own, asked) : nil
  }
}
