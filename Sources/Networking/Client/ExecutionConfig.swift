import Basics
public import Essentials
import HTTPModel
import HTTPTypes

/// Stage 2, execute: everything that controls how a request is carried out, as a value that each call copies and
/// adjusts: `client.response(for: request) { $0.timeout = .seconds(5) }`. The defaults add nothing: no retries,
/// cookies, cache or status check.
public struct ExecutionConfig: Sendable {
  /// Limits the whole call, including redirects, waits and retries. `nil` is no limit.
  public var timeout: Duration?
  /// Enables `tokenProvider`.
  public var authorize = true
  /// Provides the bearer token for requests without an `Authorization` header.
  public var tokenProvider: TokenProvider?
  /// Hosts that may receive the token, each a `HostPattern` (`api.example.com`, or `*.example.com` for all
  /// subdomains). If empty, only the host of the request itself, never a redirect target.
  public var trustedHosts: Set<String> = []
  /// Decides whether a response means that the token is invalid; by default 401. The token is then refreshed and the
  /// request resent, once.
  public var isUnauthorized: @Sendable (Response) -> Bool = { $0.status == .unauthorized }
  /// Called once for an unauthorized response to a request without a token of `tokenProvider`. If it returns true, the
  /// request is built and sent again, because its modifiers have other credentials now; otherwise the response is
  /// final.
  package var renewal: (@Sendable (Response) async throws -> Bool)?
  /// Called if the token cannot be refreshed, or the new one is rejected too: log out here. Called once for all
  /// requests that lose the token together.
  public var onUnauthorized: (@Sendable (Response) async -> Void)?
  /// If true, a 403 from a CDN or firewall instead of the server fails with category `blocked`. Both the head and the
  /// page must name it, because the server's own 403 passes through the CDN, too. Default false.
  public var detectsBlocks = false
  /// Change a response before validation, in order.
  public var transformers: [@Sendable (Response) async throws -> Response] = []
  /// Check a response, in order, until one fails it or asks for a retry. An error that one throws becomes the
  /// `underlying` of one of category `status`.
  public var validators: [Validator] = []
  /// The rules for retrying failed requests. Default: never.
  public var retry = RetryPolicy.never
  /// Decides about each redirect instead of the request's own policy.
  public var redirect: (@Sendable (RedirectProposal) -> RedirectProposal.Choice)?
  /// The cookie jar. `nil` sends only cookies that the request sets itself.
  public var cookies: CookieJar?
  /// The response cache, used only by requests whose `options.cache` asks for it. Default none.
  public var cache: ResponseCache?
  /// Notified of every request, in this order.
  public var observers: [ClientObserver] = []
  /// Follow each transfer, in this order: for spans, metrics, and headers such as `traceparent`.
  public var tracers: [TransferTracer] = []
  /// Bodies above this many bytes move to a temporary file.
  package var spillThreshold = ByteStore.defaultSpillThreshold
  /// The source of time and delays.
  package var clock = ExecutionClock()

  /// The defaults: one attempt, no checks, no state shared between calls.
  public init() {}

  func with(_ configure: (inout ExecutionConfig) -> Void) -> ExecutionConfig {
    var copy = self
    configure(&copy)
    return copy
  }
}

/// The clock of an execution; tests replace it.
package struct ExecutionClock: Sendable {
  /// The current time, for the expiry of tokens, cookies and cached responses.
  package var now: @Sendable () -> Date
  /// Waits; throws if the task is cancelled.
  package var sleep: @Sendable (Duration) async throws -> Void

  /// - Parameters:
  ///   - now: the system's clock by default.
  ///   - sleep: `nil` waits by the system's clock.
  package init(
    now: @escaping @Sendable () -> Date = { Date() }, sleep: (@Sendable (Duration) async throws -> Void)? = nil
  ) {
    self.now = now
    self.sleep = sleep ?? { try await Pause.wait($0) }
  }
}

extension ExecutionConfig {
  /// Calls `report` with the bytes sent and received so far, at most about 30 times a second and once at the end of
  /// each hop, on any thread. Works for every kind of call.
  public mutating func onProgress(_ report: @escaping @Sendable (TransferProgress) -> Void) {
    observers.append(ClientObserver { if case .progress(let now) = $0.moment { report(now) } })
  }
}

/// Observes every request of a client, for logs and metrics. Notices of one request come in order; those of different
/// requests may overlap.
public struct ClientObserver: Sendable {
  /// Called for each notice, on any thread; the call waits until it returns.
  package let observe: @Sendable (Notice) -> Void
  /// True if `ExecutionConfig.mute` removes it.
  package let isLog: Bool

  /// - Parameter observe: called for each notice, on any thread; the call waits until it returns.
  public init(_ observe: @escaping @Sendable (Notice) -> Void) {
    self.init(isLog: false, observe)
  }

  package init(isLog: Bool, _ observe: @escaping @Sendable (Notice) -> Void) {
    self.observe = observe
    self.isLog = isLog
  }

  /// One event of a call.
  public struct Notice: Sendable {
    /// The same for all notices of one call.
    public let id: UUID
    /// The request as passed in, before the client's defaults and modifiers.
    public let request: Request
    /// The event.
    public let moment: Moment
  }

  /// The events of a call, roughly in order.
  public enum Moment: Sendable {
    /// The call has begun; nothing has been sent.
    case enqueued
    /// The modifiers have run; the request is sent in this form.
    case adapted(Request)
    /// The request is handed to the transport. `attempt` counts from 1.
    case willSend(Request, attempt: Int)
    /// A response head, of any hop.
    case head(ResponseHead)
    /// Byte counts, at most about 30 times a second, and the final ones of each hop.
    case progress(TransferProgress)
    /// A hop has ended; it holds the request as sent.
    case sent(Hop)
    /// A redirect is followed; both URLs are absolute.
    case redirected(from: String, to: String)
    /// The server asked for credentials; another hop follows with them.
    case challenged(ResponseHead)
    /// Another attempt follows after `wait`. `attempt` is its number, from 2.
    case willRetry(attempt: Int, wait: Duration)
    /// A CDN or firewall refused the request (`ExecutionConfig.detectsBlocks`).
    case blocked(Response)
    /// The call is over, successfully or not. Always last.
    case finished(Exchange)
  }
}

extension ExecutionConfig {
  /// A redirect requested by a server, with the request that the policy would send next.
  public struct RedirectProposal: Sendable {
    /// The request that received the redirect.
    public let from: Request
    /// The head of the redirect, with its `Location`.
    public let response: ResponseHead
    /// The next request according to the request's policy.
    public let to: Request
    /// The number of redirects that this call has already followed.
    public let count: Int

    /// The decision of a closure in `ExecutionConfig.redirect`.
    public enum Choice: Sendable {
      /// Sends the proposed request, or another one.
      case follow(Request)
      /// Returns the redirect itself as the response.
      case stop
      /// Fails with `refusedRedirect` and this reason as its detail.
      case refuse(String)
    }
  }
}
