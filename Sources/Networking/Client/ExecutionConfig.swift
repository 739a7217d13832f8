import Basics
import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Stage 2, execute: everything that steers how a request is carried out, as a value that is copied and adjusted at the
/// call: `client.response(for: request) { $0.timeout = .seconds(5) }`. The defaults do nothing that the request does
/// not say: no retries, no cookies, no cache, no check of the status.
public struct ExecutionConfig: Sendable {
  /// Limits the whole call, including redirects, waits and retries. `nil` is no limit.
  public var timeout: Duration?
  /// Whether `tokenProvider` is asked at all.
  public var authorize = true
  /// Gives the bearer token for requests that have no `Authorization` of their own.
  public var tokenProvider: TokenProvider?
  /// Hosts that may receive the token (`api.example.com`, or `*.example.com` for all below). Empty: only the host that
  /// the request itself names, never one that it is redirected to.
  public var trustedHosts: Set<String> = []
  /// Which answers mean that the token is invalid: by default 401. The token is then refreshed once and the request
  /// sent again.
  public var isUnauthorized: @Sendable (Response) -> Bool = { $0.status == .unauthorized }
  /// Called when the refreshed token was refused as well: log out here.
  public var onUnauthorized: (@Sendable (Response) async -> Void)?
  /// Whether a 403 sent by a content network in place of the server fails with category `blocked`. Default false.
  public var detectsBlocks = false
  /// Change a response before the validators see it, in order.
  public var transformers: [@Sendable (Response) async throws -> Response] = []
  /// Judge a response, in order, until one of them fails it or asks for a retry.
  public var validators: [Validator] = []
  /// When a failed request is sent again. Default: never.
  public var retry = RetryPolicy.never
  /// Decides about each redirect in place of the request's own policy.
  public var redirect: (@Sendable (RedirectProposal) -> RedirectChoice)?
  /// `nil`: no cookies but those that the request sets by hand.
  public var cookies: CookieJar?
  /// Where answers are kept and looked up; used only by requests whose `options.cache` asks for it. Default none.
  public var cache: ResponseCache?
  /// Told what happens to each request, in this order.
  public var observers: [ClientObserver] = []
  /// Bodies above this many bytes move to a temporary file.
  public var spillThreshold = ByteStore.defaultSpillThreshold
  /// What tells the time and waits.
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
  /// The current time, for expiry of tokens, cookies and cached answers.
  public var now: @Sendable () -> Date
  /// Waits, or throws when the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void

  /// The system's clock, unless told otherwise.
  public init(
    now: @escaping @Sendable () -> Date = { Date() },
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.now = now
    self.sleep = sleep
  }
}
