public import Basics

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One send from start to end, successful or not: every hop, the final body, the messages of a protocol with many, the
/// failure if there was one. The screen, the history and `--json` all show this value.
public struct Exchange: Equatable, Sendable {
  /// When the call began.
  public var startedAt: Date
  /// In order; the last one has the response. Empty only if nothing could be sent.
  public var hops: [Hop]
  /// The body of the last hop, decompressed; still growing while the exchange runs.
  public var body: ByteStore?
  /// The messages of a protocol with many; `nil` for HTTP, whose two are in the hop and in `body`.
  public var conversation: Conversation?
  /// Why there is no usable response; `nil` on success.
  public var failure: NetworkError?
  /// 1 without retries.
  public var attempts: Int
  /// Whether the response came from `ExecutionConfig.cache`, without a hop or after a 304.
  public var isFromCache: Bool
  /// The elapsed time of the whole send, including all hops and delays.
  public var duration: Duration

  /// An exchange from its parts, for tests and stored records.
  public init(
    startedAt: Date, hops: [Hop] = [], body: ByteStore? = nil, conversation: Conversation? = nil,
    failure: NetworkError? = nil, attempts: Int = 1, isFromCache: Bool = false, duration: Duration = .zero
  ) {
    self.startedAt = startedAt
    self.hops = hops
    self.body = body
    self.conversation = conversation
    self.failure = failure
    self.attempts = attempts
    self.isFromCache = isFromCache
    self.duration = duration
  }

  /// The head of the last hop; `nil` if none arrived.
  public var response: ResponseHead? { hops.last?.response }
  /// The request of the last hop; `nil` if nothing was sent.
  public var request: SentRequest? { hops.last?.request }
  /// The URL of the last hop, after redirects.
  public var finalURL: String? { hops.last?.request.url }
  /// All hops but the last: redirects, retries and challenges.
  public var redirects: ArraySlice<Hop> { hops.dropLast() }
}
