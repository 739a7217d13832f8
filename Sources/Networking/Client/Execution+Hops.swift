import Bytes
import Synchronization

/// One attempt: the request and the redirects that follow it.
extension Execution {
  mutating func attempt(_ base: Request, _ cause: Hop.Cause) async -> Attempt {
    var current: Request
    do {
      current = try await base.modified()
    } catch {
      return Attempt(request: base, failure: Self.modifierFailure(error))
    }
    observe(.adapted(current))
    let start = URLParts(current.url)
    var cause = cause
    var seen: Set<String> = []
    while true {
      var attempt = await hop(current, cause, startedAt: start)
      guard attempt.failure == nil, let head = attempt.head else { return attempt }
      do throws(NetworkError) {
        guard let next = try redirect(current, head, seen: &seen) else { return attempt }
        observe(.redirected(from: current.url, to: next.url))
        if let hop = exchange.hops.last { tell?(.continued(hop)) }
        current = next
        cause = .redirect
      } catch {
        attempt.failure = error
        return attempt
      }
    }
  }

  /// The request that a redirect leads to; `nil` when the response stands.
  private func redirect(
    _ request: Request, _ head: ResponseHead, seen: inout Set<String>
  ) throws(NetworkError) -> Request? {
    let policy = request.options.redirects ?? .init()
    guard policy.follows || config.redirect != nil,
      let next = try Redirect.next(after: head, of: request, policy: policy)
    else { return nil }
    let count = seen.count
    seen.insert(Self.identity(request))
    if let choose = config.redirect {
      switch choose(RedirectProposal(from: request, response: head, to: next, count: count)) {
      case .follow(let chosen): return try checked(chosen, count, policy, seen, head)
      case .stop: return nil
      case .refuse(let reason): throw tooMany("The redirect to \(next.url) was refused", reason, head)
      }
    }
    return try checked(next, count, policy, seen, head)
  }

  private func checked(
    _ next: Request, _ count: Int, _ policy: TransferOptions.RedirectPolicy, _ seen: Set<String>, _ head: ResponseHead
  ) throws(NetworkError) -> Request {
    guard count < policy.maximum else {
      throw tooMany("More than \(policy.maximum) redirects; the last was to \(next.url)", nil, head)
    }
    guard config.cookies != nil || !seen.contains(Self.identity(next)) else {
      throw tooMany("The redirects run in a loop: \(next.url) again", nil, head)
    }
    return next
  }

  private func tooMany(_ message: String, _ detail: String?, _ head: ResponseHead) -> NetworkError {
    NetworkError(.tooManyRedirects, message, detail: detail, response: head)
  }

  /// With the same method and URL a server that keeps no cookie of ours answers the same again.
  private static func identity(_ request: Request) -> String { "\(request.method.rawValue) \(request.url)" }

  private static func modifierFailure(_ error: any Error) -> NetworkError {
    switch error {
    case let error as NetworkError: error
    case let error as RequestError: NetworkError(error)
    case is CancellationError: NetworkError(.cancelled, "The request was cancelled")
    default: NetworkError(.other, "A modifier of the request failed", detail: "\(error)")
    }
  }
}

/// One hop: cookies, token and cache on the way out, cookies and cache on the way in.
extension Execution {
  private mutating func hop(_ request: Request, _ cause: Hop.Cause, startedAt start: URLParts) async -> Attempt {
    var wire = request
    if let remaining {
      guard remaining > .zero else { return Attempt(request: request, failure: outOfTime) }
      wire.options.totalTimeout = min(
        remaining, wire.options.totalTimeout.flatMap { $0 > .zero ? $0 : nil } ?? remaining)
    }
    config.cookies?.apply(to: &wire, now: config.clock.now())
    let token: String?
    do throws(NetworkError) {
      token = try await authorize(&wire, startedAt: start)
    } catch {
      return Attempt(request: request, failure: error)
    }
    let plan = CachePlan(wire, in: config.cache, now: config.clock.now())
    switch plan.step {
    case .answer(let kept):
      return answer(kept, to: request, cause, token)
    case .nothingKept:
      let text = "Nothing is kept for \(request.url), and only the cache may answer"
      return Attempt(request: request, failure: NetworkError(.other, text))
    case .send(let conditional): wire = conditional
    }
    observe(.willSend(wire, attempt: exchange.attempts))
    let sentAt = config.clock.now()
    let result = await transfer(wire, cause)
    var attempt = Attempt(
      request: request, head: result.hop.response, body: result.body, failure: result.failure, token: token)
    guard let head = result.hop.response else { return attempt }
    config.cookies?.store(from: head, url: wire.url, now: config.clock.now())
    if result.failure == nil, let kept = plan.received(head, result.body, sentAt: sentAt, now: config.clock.now()) {
      exchange.isFromCache = true
      attempt.head = kept.head
      attempt.body = kept.body
    }
    return attempt
  }

  private var outOfTime: NetworkError {
    NetworkError(.totalTimeout, "The call took longer than \((config.timeout ?? .zero).spoken)")
  }

  private mutating func answer(
    _ kept: CachedResponse, to request: Request, _ cause: Hop.Cause, _ token: String?
  ) -> Attempt {
    let sent = SentRequest(method: request.method.rawValue, url: request.url, headers: request.headers)
    exchange.hops.append(Hop(cause: cause, request: sent, response: kept.head))
    exchange.isFromCache = true
    tell?(.started(sent))
    tell?(.head(kept.head, body: kept.body))
    return Attempt(request: request, head: kept.head, body: kept.body, token: token)
  }

  private mutating func transfer(_ wire: Request, _ cause: Hop.Cause) async -> TransportResult {
    tell?(.started(SentRequest(method: wire.method.rawValue, url: wire.url, headers: wire.headers)))
    let now = self
    let notify: (@Sendable (ClientObserver.Moment) -> Void)? =
      config.observers.isEmpty ? nil : { @Sendable moment in now.observe(moment) }
    let relay = HopRelay(
      tell: tell, notify: notify, stream: stream, isFinal: stream == nil ? nil : finality(of: wire))
    var delivery = TransportRequest.Delivery.store(spillThreshold: config.spillThreshold)
    if let stream { delivery = .stream(window: stream.window) }
    var result = await HopRunner.run(
      TransportRequest(wire, delivery: delivery), on: client.transport, events: relay.handle)
    exchange.isFromCache = false
    var cause = cause
    for var hop in relay.challenged {
      hop.cause = cause
      cause = .authentication
      exchange.hops.append(hop)
    }
    result.hop.cause = cause
    exchange.hops.append(result.hop)
    if result.failure?.category != .cancelled { observe(.sent(result.hop)) }
    return result
  }
}

/// Carries the events of one hop from the transport's thread to the caller's.
final class HopRelay: Sendable {
  private let tell: (@Sendable (TransferEvent) -> Void)?
  private let notify: (@Sendable (ClientObserver.Moment) -> Void)?
  private let stream: StreamSink?
  private let isFinal: (@Sendable (ResponseHead) -> Bool)?
  private let state = Mutex((challenged: [Hop](), streams: false))

  init(
    tell: (@Sendable (TransferEvent) -> Void)?, notify: (@Sendable (ClientObserver.Moment) -> Void)?,
    stream: StreamSink?, isFinal: (@Sendable (ResponseHead) -> Bool)?
  ) {
    self.tell = tell
    self.notify = notify
    self.stream = stream
    self.isFinal = isFinal
  }

  var challenged: [Hop] { state.withLock { $0.challenged } }

  func handle(_ event: TransportEvent, _ call: any TransportCall) {
    switch event {
    case .informational(let head): tell?(.informational(head))
    case .challenged(let hop):
      state.withLock { $0.challenged.append(hop) }
      if let head = hop.response { notify?(.challenged(head)) }
      tell?(.continued(hop))
    case .head(let head, let body):
      notify?(.head(head))
      tell?(.head(head, body: body))
      guard let stream, isFinal?(head) == true else { return }
      state.withLock { $0.streams = true }
      stream.began(head)
    case .content(let bytes):
      // The body of a redirect or of a refused try is read and dropped.
      guard let stream, state.withLock({ $0.streams }) else { return call.consumed(bytes.count) }
      stream.content(bytes, call)
    case .progress(let progress):
      notify?(.progress(progress))
      tell?(.progress(progress))
    case .finished: break
    }
  }
}

/// Where the content of a streamed response goes.
struct StreamSink: Sendable {
  let window: Int
  let began: @Sendable (ResponseHead) -> Void
  let content: @Sendable ([UInt8], any TransportCall) -> Void
}
