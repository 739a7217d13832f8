import Basics
import HTTPTypes
import Synchronization

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
      current = base.modifiers.steps.isEmpty ? base : try await base.modified()
    } catch {
      return Attempt(request: base, failure: Self.modifierFailure(error))
    }
    call.observe(.adapted(current))
    let start = current.url
    var cause = cause
    var trail = Trail(first: current)
    while true {
      if Task.isCancelled { return Attempt(request: current, failure: .cancelled) }
      // An answer may change the cookies that it was asked with.
      let cookies = cookieGeneration
      var attempt = await hop(current, cause, startedAt: start)
      guard attempt.failure == nil, let head = attempt.head else { return attempt }
      do throws(NetworkError) {
        guard let next = try redirect(current, sentWith: cookies, head, &trail) else { return attempt }
        call.observe(.redirected(from: current.url, to: next.url))
        if let hop = exchange.hops.last { call.tell?(.continued(hop)) }
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
      switch choose(RedirectProposal(from: request, response: head, to: next, count: count)) {
      case .follow(let chosen): return try checked(chosen, count, policy, trail, head)
      case .stop: return nil
      case .refuse(let reason): throw tooMany("The redirect to \(next.url) was refused", reason, head)
      }
    }
    return try checked(next, count, policy, trail, head)
  }

  private func checked(
    _ next: Request, _ count: Int, _ policy: TransferOptions.RedirectPolicy, _ trail: Trail, _ head: ResponseHead
  ) throws(NetworkError) -> Request {
    guard count < policy.maximum else {
      throw tooMany("More than \(policy.maximum) redirects; the last was to \(next.url)", nil, head)
    }
    guard policy.curl != nil || !trail.seen.contains(identity(next, cookieGeneration)) else {
      throw tooMany("The redirects loop back to \(next.url)", nil, head)
    }
    return next
  }

  private func tooMany(_ message: String, _ detail: String?, _ head: ResponseHead) -> NetworkError {
    NetworkError(.tooManyRedirects, message, detail: detail, head: head)
  }

  /// With the same cookies, the server would answer the same method and URL the same way again.
  private func identity(_ request: Request, _ cookies: Int) -> String {
    "\(cookies) \(request.method.rawValue) \(request.url)"
  }

  private var cookieGeneration: Int { call.config.cookies?.generation ?? 0 }

  private static func modifierFailure(_ error: any Error) -> NetworkError {
    switch error {
    case let error as NetworkError: error
    case let error as RequestError: NetworkError(error)
    case is CancellationError: .cancelled
    default: NetworkError(.other, "A request modifier failed", detail: "\(error)", underlying: error)
    }
  }
}

/// One hop: cookies, token and cache before it; cookies and cache after it.
extension Execution {
  private mutating func hop(_ request: Request, _ cause: Hop.Cause, startedAt start: String) async -> Attempt {
    var wire = request
    if let remaining = call.remaining {
      guard remaining > .zero else { return Attempt(request: request, failure: outOfTime) }
      wire.options.totalTimeout = min(
        remaining, wire.options.totalTimeout.flatMap { $0 > .zero ? $0 : nil } ?? remaining)
    }
    let hasKeptCookies = call.config.cookies?.apply(to: &wire, now: call.config.clock.now()) ?? false
    let token: String?
    // Writing the same options would copy the request.
    if wire.options.proxyExceptions != nil { wire.options = wire.options.routed(to: wire.url) }
    do throws(NetworkError) {
      if wire.options.clientCertificates != nil { wire.options = try wire.options.showingCertificate(to: wire.url) }
      token = call.config.tokenProvider == nil ? nil : try await authorize(&wire, startedAt: start)
    } catch {
      return Attempt(request: request, failure: error)
    }
    let isKept = call.config.cache != nil || wire.options.cache == .only
    let plan = isKept ? CachePlan(wire, in: call.config.cache, now: call.config.clock.now()) : nil
    switch plan?.step {
    case .answer(let kept): return answer(kept, to: request, cause, token)
    case .nothingKept: return Attempt(request: request, failure: nothingKept(request))
    case .send(let conditional): wire = conditional
    case nil: break
    }
    // Redirects, cookies and modifiers have changed the request since it was built.
    do throws(RequestError) { try wire.checkTexts() } catch {
      return Attempt(request: request, failure: NetworkError(error))
    }
    // Tokens, modifiers and the keychain behind them may have taken long, and may ignore that the task was cancelled.
    if Task.isCancelled { return Attempt(request: request, failure: .cancelled) }
    call.observe(.willSend(wire, attempt: exchange.attempts))
    let sentAt = plan == nil ? nil : call.config.clock.now()
    let result = await transfer(wire, cause)
    if hasKeptCookies { exchange.hops[exchange.hops.count - 1].request.hasKeptCookies = true }
    var attempt = Attempt(
      request: request, head: result.hop.response, body: result.body, failure: result.failure, token: token)
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

  private func nothingKept(_ request: Request) -> NetworkError {
    NetworkError(.other, "No cached response for \(request.url), and only the cache may be used")
  }

  private var outOfTime: NetworkError {
    NetworkError(.totalTimeout, "The call took longer than \(Quantity.limit(call.config.timeout ?? .zero))")
  }

  private mutating func answer(
    _ kept: CachedResponse, to request: Request, _ cause: Hop.Cause, _ token: String?
  ) -> Attempt {
    let sent = SentRequest(method: request.method.rawValue, url: request.url, headers: request.headers)
    exchange.hops.append(Hop(cause: cause, request: sent, response: kept.head))
    exchange.isFromCache = true
    call.tell?(.started(sent))
    call.tell?(.head(kept.head, body: kept.body))
    return Attempt(request: request, head: kept.head, body: kept.body, token: token)
  }

  private mutating func transfer(_ wire: Request, _ cause: Hop.Cause) async -> TransportResult {
    call.tell?(.started(SentRequest(method: wire.method.rawValue, url: wire.url, headers: wire.headers)))
    let relay = HopRelay(call, isFinal: call.stream == nil ? nil : finality(of: wire))
    var delivery = TransportRequest.Delivery.store(spillThreshold: call.config.spillThreshold)
    if let stream = call.stream { delivery = .stream(window: stream.window) }
    var carried = TransportRequest(wire, delivery: delivery)
    carried.reportsProgress = call.reportsProgress
    var result = await HopRunner.run(carried, on: call.client.transport, events: relay.handle)
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
