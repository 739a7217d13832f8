import Basics
import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Stage 2, execute: everything that steers how a request is carried out, as a value that is copied and adjusted at the
/// call: `client.response(for: request) { $0.timeout = .seconds(5) }`. The defaults do nothing that the request does not
/// say: no retries, no cookies, no cache, no check of the status.
public struct ExecutionConfig: Sendable {
  /// For the whole call: redirects, waits and retries included. `nil` is no limit.
  public var timeout: Duration?
  /// Whether `tokenProvider` is asked at all.
  public var authorize = true
  /// Gives the bearer token for requests that have no `Authorization` of their own.
  public var tokenProvider: TokenProvider?
  /// Hosts that may see the token (`api.example.com`, or `*.example.com` for all below). Empty: only the host that the
  /// request itself names, never one that it is redirected to.
  public var trustedHosts: Set<String> = []
  /// Which answers mean that the token is not good: 401 by default. Then it is refreshed once and the request repeated.
  public var isUnauthorized: @Sendable (Response) -> Bool = { $0.status == .unauthorized }
  /// Called when the refreshed token, too, was refused: log out here.
  public var onUnauthorized: (@Sendable (Response) async -> Void)?
  /// Whether a 403 that a content network answered for the server is an error (`blocked`) and not a response.
  public var detectsBlocks = false
  /// Change a response before the validators see it, in order.
  public var transformers: [@Sendable (Response) async throws -> Response] = []
  /// Judge a response, in order, until one has an opinion.
  public var validators: [Validator] = []
  public var retry = RetryPolicy.never
  /// Decides about each redirect in place of the request's own policy.
  public var redirect: (@Sendable (RedirectProposal) -> RedirectChoice)?
  /// `nil`: no cookies but those that the request sets by hand.
  public var cookies: CookieJar?
  public var cache: ResponseCache?
  public var observers: [ClientObserver] = []
  /// Bodies above this many bytes move to a temporary file.
  public var spillThreshold = ByteStore.defaultSpillThreshold
  public var clock = ExecutionClock()

  public init() {}

  func with(_ configure: (inout ExecutionConfig) -> Void) -> ExecutionConfig {
    var copy = self
    configure(&copy)
    return copy
  }
}

/// Time as an execution needs it; tests put their own.
public struct ExecutionClock: Sendable {
  public var now: @Sendable () -> Date
  /// Waits, or throws when the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void

  public init(
    now: @escaping @Sendable () -> Date = { Date() },
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.now = now
    self.sleep = sleep
  }
}
