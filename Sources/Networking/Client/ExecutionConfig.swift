import Basics
import HTTPTypes

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Stage 2, execute: everything that controls how a request is carried out, as a value that is copied and adjusted at
/// the call: `client.response(for: request) { $0.timeout = .seconds(5) }`. The defaults add nothing: no retries,
/// cookies, cache or status check.
public struct ExecutionConfig: Sendable {
  /// Limits the whole call, including redirects, waits and retries. `nil` is no limit.
  public var timeout: Duration?
  /// Whether `tokenProvider` is used.
  public var authorize = true
  /// Provides the bearer token for requests without an `Authorization` header.
  public var tokenProvider: TokenProvider?
  /// Hosts that may receive the token (`api.example.com`, or `*.example.com` for all subdomains). If empty, only the
  /// host of the request itself, never one it is redirected to.
  public var trustedHosts: Set<String> = []
  /// Which responses mean that the token is invalid: by default 401. The token is then refreshed and the request
  /// resent, once.
  public var isUnauthorized: @Sendable (Response) -> Bool = { $0.status == .unauthorized }
  /// Called if the refreshed token was rejected too: log out here.
  public var onUnauthorized: (@Sendable (Response) async -> Void)?
  /// Whether a 403 sent by a CDN or firewall instead of the server fails with category `blocked`. Default false.
  public var detectsBlocks = false
  /// Change a response before validation, in order.
  public var transformers: [@Sendable (Response) async throws -> Response] = []
  /// Check a response, in order, until one fails it or asks for a retry.
  public var validators: [Validator] = []
  /// When a failed request is retried. Default: never.
  public var retry = RetryPolicy.never
  /// Decides about each redirect instead of the request's own policy.
  public var redirect: (@Sendable (RedirectProposal) -> RedirectChoice)?
  /// `nil`: only cookies that the request sets by hand.
  public var cookies: CookieJar?
  /// The response cache, used only by requests whose `options.cache` asks for it. Default none.
  public var cache: ResponseCache?
  /// Notified of every request, in this order.
  public var observers: [ClientObserver] = []
  /// Bodies above this many bytes move to a temporary file.
  public var spillThreshold = ByteStore.defaultSpillThreshold
  /// The source of time and delays.
  public var clock = ExecutionClock()

  /// The defaults: one attempt, no checks, no state shared between calls.
  public init() {}

  func with(_ configure: (inout ExecutionConfig) -> Void) -> ExecutionConfig {
    var copy = self
    configure(&copy)
    return copy
  }
}

/// The clock of an execution; tests replace it.
public struct ExecutionClock: Sendable {
  /// The current time, for the expiry of tokens, cookies and cached responses.
  public var now: @Sendable () -> Date
  /// Waits; throws if the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void

  /// - Parameters:
  ///   - now: the system's clock by default.
  ///   - sleep: `nil` waits by the system's clock.
  public init(
    now: @escaping @Sendable () -> Date = { Date() }, sleep: (@Sendable (Duration) async throws -> Void)? = nil
  ) {
    self.now = now
    self.sleep = sleep ?? { try await Pause.wait($0) }
  }
}
