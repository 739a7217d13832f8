import Basics
import HTTPModel
import HTTPTypes
import Locks

/// One attempt: the request and the redirects that follow it.
extension Execution {
  /// The redirects of an attempt so far.
  private struct Trail {
    let first: Request
    var count = 0
    /// The requests sent, by cookies, method and URL.
    var seen: Set<String> = []
  }

  mutating func attempt(_ base: Request, _ cause: Hop.Cause) async -> Attempt {
    var current: Request
    do {
      current = base.modifiers.steps.isEmpty ? base : try await call.limited { try await base.modified() }
    } catch {
      return Attempt(
        request: base, failure: NetworkError(thrown: error, as: .encoding, "A request modifier failed"))
    }
    call.observe(.adapted(current))
    let start = current.url
    var cause = cause
    var trail = Trail(first: current)
    while true {
      if Task.isCancelled { return Attempt(request: current, failure: .cancelled) }
      // The answer may change the cookies that this request sends.
      let cookies = cookieGeneration
      var attempt = await hop(current, cause, startedAt: start)
      guard attempt.failure == nil, !attempt.refusesRedirect, let head = attempt.head else { return attempt }
      do throws(NetworkError) {
        guard let next = try redirect(current, sentWith: cookies, head, &trail) else { return attempt }
        call.observe(.redirected(from: current.url, to: next.url))
        if let hop = exchange.hops.last { call.report?(.continued(hop)) }
        current = next
        cause = .redirect
      } catch {
        attempt.failure = error
        return attempt
      }
    }
  }

  /// The request that a redirect leads to; `nil` if the response is final.
  private func redirect(
    _ request: Request, sentWith cookies: Int, _ head: ResponseHead, _ trail: inout Trail
  ) throws(NetworkError) -> Request? {
    let policy = request.options.redirects ?? .init()
    guard policy.follows || call.config.redirect != nil,
      let next = try Redirect.next(after: head, of: request, first: trail.first, policy: policy)
    else { return nil }
    let count = trail.count
    trail.count += 1
    trail.seen.insert(identity(request, cookies))
    if let choose = call.config.redirect {
      switch choose(ExecutionConfig.RedirectProposal(from: request, response: head, to: next, count: count)) {
      case .follow(let chosen): return try checked(chosen, count, policy, trail, head)
      case .stop: return nil
      case .refuse(let reason):
        throw NetworkError(
          .refusedRedirect, "The redirect to \(next.url) was refused", detail: reason, request: request, head: head)
      }
    }
    return try checked(next, count, policy, trail, head)
  }

  private func checked(
    _ next: Request, _ count: Int, _ policy: TransferOptions.RedirectPolicy, _ trail: Trail, _ head: ResponseHead
  ) throws(NetworkError) -> Request {
    guard count < policy.maximum else {
      throw tooMany("More than \(policy.maximum) redirects; the last was to \(next.url)", head)
    }
    guard policy.curl != nil || !trail.seen.contains(identity(next, cookieGeneration)) else {
      throw tooMany("\(NetworkError.endless) to \(next.url)", head)
    }
    return next
  }

  private func tooMany(_ message: String, _ head: ResponseHead) -> NetworkError {
    NetworkError(.tooManyRedirects, message, head: head)
  }

  /// The key that detects loops: with the same cookies, a server answers the same method and URL in the same way.
  private func identity(_ request: Request, _ cookies: Int) -> String {
    "\(cookies) \(request.method.rawValue) \(request.url)"
  }

  private var cookieGeneration: Int { call.config.cookies?.generation ?? 0 }
}

/// One hop: cookies, token and cache before it; cookies and cache after it.
extension Execution {
  private mutating func hop(_ request: Request, _ cause: Hop.Cause, startedAt start: String) async -> Attempt {
    var wire = request
    let hasKeptCookies = call.config.cookies?.apply(to: &wire, now: call.config.clock.now()) ?? false
    let token: TokenProvider.SentToken?
    // Writing equal options would copy the request.
    if wire.options.proxyExceptions != nil { wire.options = wire.options.routed(to: wire.url) }
    do throws(NetworkError) {
      if wire.options.clientCertificates != nil { wire.options = try wire.options.showingCertificate(to: wire.url) }
      token = call.config.tokenProvider == nil ? nil : try await authorize(&wire, startedAt: start)
    } catch {
      return Attempt(request: request, failure: error)
    }
    let isKept = call.config.cache != nil || wire.options.cache == .only
    let isStreamed = call.stream != nil
    let plan =
      isKept ? CachePlan(wire, in: call.config.cache, isStreamed: isStreamed, now: call.config.clock.now()) : nil
    switch plan?.step {
    case .answer(let kept): return answer(kept, to: request, cause, token)
    case .nothingKept: return Attempt(request: request, failure: nothingKept(request))
    case .send(let conditional): wire = conditional
    case nil: break
    }
    do throws(NetworkError) { try seal(&wire) } catch { return Attempt(request: request, failure: error) }
    // Token providers and modifiers may take long, and may ignore that the task was cancelled.
    if Task.isCancelled { return Attempt(request: request, failure: .cancelled) }
    guard limit(&wire) else { return Attempt(request: request, failure: call.outOfTime) }
    call.observe(.willSend(wire, attempt: exchange.attempts))
    let sentAt = plan == nil ? nil : call.config.clock.now()
    var result = await transfer(wire, cause)
    do throws(NetworkError) {
      if call.stream == nil, let head = result.hop.response,
        var answered = try DigestAnswer.request(wire, after: head)
      {
        guard limit(&answered) else { throw call.outOfTime }
        if let hop = exchange.hops.last { call.report?(.continued(hop)) }
        result = await transfer(answered, .authentication)
      }
    } catch {
      return Attempt(request: request, head: result.hop.response, body: result.body, failure: error, token: token)
    }
    if hasKeptCookies { exchange.hops[exchange.hops.count - 1].request.hasKeptCookies = true }
    var attempt = Attempt(
      request: request, head: result.hop.response, body: result.body, failure: result.failure, token: token,
      refusesRedirect: result.refusesRedirect)
    guard let head = attempt.head else { return attempt }
    if let jar = call.config.cookies {
      jar.store(from: head, url: jar.address(of: wire), now: call.config.clock.now())
    }
    if result.failure == nil, let plan, let sentAt,
      let kept = plan.received(head, result.body, sentAt: sentAt, now: call.config.clock.now())
    {
      exchange.isFromCache = true
      attempt.head = kept.head
      attempt.body = kept.body
    }
    return attempt
  }

  /// Compresses the body, signs the request and checks its texts, which redirects, cookies and modifiers may have
  /// changed since it was built.
  private func seal(_ wire: inout Request) throws(NetworkError) {
    if wire.isToBeCompressed { wire = try wire.compressed() }
    if case .awsSignature = wire.options.authentication?.scheme {
      try AWSSignature.sign(&wire, at: call.config.clock.now())
    }
    do throws(RequestError) { try wire.checkTexts() } catch { throw NetworkError(error) }
  }

  private func nothingKept(_ request: Request) -> NetworkError {
    NetworkError(.notCached, "No cached response for \(request.url), and only the cache may be used")
  }

  /// Limits a request to the time that is left for the call.
  /// - Returns: false if none is left.
  private func limit(_ wire: inout Request) -> Bool {
    guard let remaining = call.remaining else { return true }
    let own = wire.options.totalTimeout.flatMap { $0 > .zero ? $0 : nil } ?? remaining
    wire.options.totalTimeout = min(remaining, own)
    return remaining > .zero
  }

  private mutating func answer(
    _ kept: CachedResponse, to request: Request, _ cause: Hop.Cause, _ token: TokenProvider.SentToken?
  ) -> Attempt {
    let sent = SentRequest(method: request.method.rawValue, url: request.url, headers: request.headers)
    exchange.hops.append(Hop(cause: cause, request: sent, response: kept.head))
    exchange.isFromCache = true
    call.report?(.started(sent))
    call.report?(.head(kept.head, body: kept.body))
    call.progress(TransferProgress(received: kept.body.count, toReceive: kept.body.count))
    return Attempt(request: request, head: kept.head, body: kept.body, token: token)
  }

  private mutating func transfer(_ wire: Request, _ cause: Hop.Cause) async -> TransportResult {
    let relay = HopRelay(call, wire, isFinal: call.stream == nil ? nil : finality(of: wire))
    var delivery = TransportRequest.Delivery.store(spillThreshold: call.config.spillThreshold)
    if let stream = call.stream { delivery = .stream(window: stream.window) }
    var carried = TransportRequest(wire, delivery: delivery)
    carried.reportsProgress = call.reportsProgress
    carried.connects = call.connects
    let traces = call.config.tracers.map { $0.begin(&carried.request, exchange.hops.count) }
    call.report?(.started(SentRequest(method: wire.method.rawValue, url: wire.url, headers: carried.request.headers)))
    var result = await HopRunner.run(carried, on: call.client.transport, events: relay.handle)
    for trace in traces { trace(result) }
    relay.finish(result)
    hasBegun = relay.hasBegun
    exchange.isFromCache = false
    var cause = cause
    for var hop in relay.challenged {
      hop.cause = cause
      cause = .authentication
      exchange.hops.append(hop)
    }
    result.hop.cause = cause
    exchange.hops.append(result.hop)
    if result.failure?.category != .cancelled { call.observe(.sent(result.hop)) }
    return result
  }
}

/// The bearer token: adding it to requests, and refreshing it if it is rejected.
extension Execution {
  /// Adds the token if it applies to the request, and returns it; `nil` if it was not added.
  private mutating func authorize(
    _ request: inout Request, startedAt start: String
  ) async throws(NetworkError) -> TokenProvider.SentToken? {
    guard call.config.authorize, !ExecutionScope.isServing, let provider = call.config.tokenProvider,
      request.headers["Authorization"] == nil, isTrusted(URLParts(request.url), startedAt: URLParts(start))
    else { return nil }
    let before = losses ?? provider.losses
    losses = before
    do {
      let token = try await ExecutionScope.$isServing.withValue(true) {
        try await call.limited { try await provider.token() }
      }
      guard let token else { return nil }
      guard token.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f }) else {
        throw NetworkError(.unauthorized, "The token contains a space or a control character and cannot be sent")
      }
      request.headers.append("Authorization", "Bearer \(token)")
      return TokenProvider.SentToken(text: token, losses: before)
    } catch {
      throw NetworkError(thrown: error, as: .unauthorized, "Could not get a token")
    }
  }

  private func isTrusted(_ url: URLParts, startedAt start: URLParts) -> Bool {
    guard !url.isDowngrade(from: start) else { return false }
    guard !call.config.trustedHosts.isEmpty else { return Redirect.mayCarryCredentials(from: start, to: url) }
    return call.config.trustedHosts.contains { HostPattern($0).matches(url) }
  }

  /// `true` if the token was rejected and refreshed, and the request may be retried.
  mutating func refreshed(_ attempt: Attempt, _ response: Response) async throws(NetworkError) -> Bool {
    guard !ExecutionScope.isServing, call.config.isUnauthorized(response) else { return false }
    guard let provider = call.config.tokenProvider, let token = attempt.token else {
      return try await renewed(response)
    }
    var refusal = refused(response, "even with a new token")
    if !didRefresh {
      didRefresh = true
      do {
        let found = try await ExecutionScope.$isServing.withValue(true) {
          try await call.limited { try await provider.refreshed(rejecting: token) }
        }
        if found { return true }
        refusal = refused(response, "and there is no new token")
      } catch {
        if NetworkError.isCancellation(error) { throw NetworkError.cancelled }
        if call.remaining == .zero { throw call.outOfTime }
        refusal = failed(response, by: error)
      }
    }
    if provider.reports(token) { await call.config.onUnauthorized?(response) }
    throw refusal
  }

  private mutating func renewed(_ response: Response) async throws(NetworkError) -> Bool {
    guard let renewal = call.config.renewal, !didRefresh else { return false }
    didRefresh = true
    do {
      return try await ExecutionScope.$isServing.withValue(true) {
        try await call.limited { try await renewal(response) }
      }
    } catch {
      if NetworkError.isCancellation(error) { throw NetworkError.cancelled }
      if call.remaining == .zero { throw call.outOfTime }
      // Without other credentials, the refusal is the answer.
      return false
    }
  }

  private func refused(_ response: Response, _ outcome: String) -> NetworkError {
    NetworkError(
      .unauthorized, "\(response.request.line) was refused with \(response.status.code), \(outcome)",
      request: response.request, response: response)
  }

  /// A server that cannot be reached, or a store that cannot be written, is not a refusal.
  private func failed(_ response: Response, by error: any Error) -> NetworkError {
    let refusal = refused(response, "and the token could not be refreshed")
    var failure = NetworkError(thrown: error, as: .unauthorized, refusal.message, response: response)
    if failure.category == .unauthorized, error is NetworkError {
      failure = refusal
      failure.detail = "\(error)"
      failure.underlying = error
    }
    failure.request = failure.request ?? response.request
    return failure
  }
}
