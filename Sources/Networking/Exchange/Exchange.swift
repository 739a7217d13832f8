public import Basics

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One send from start to end, successful or not: every hop, the final body, the messages of a protocol with many, the
/// failure if there was one. The screen, the history and `--json` all show this value.
public struct Exchange: Equatable, Sendable {
  /// Behind one reference, because an exchange is copied often.
  @Indirect private var content: Fields

  private struct Fields: Equatable, Sendable {
    var startedAt: Date
    var hops: [Hop]
    var body: ByteStore?
    var conversation: Conversation?
    var streamed: StreamedMessages?
    var failure: NetworkError?
    var attempts: Int
    var isFromCache: Bool
    var duration: Duration
  }

  /// An exchange from its parts, for tests and stored records.
  public init(
    startedAt: Date, hops: [Hop] = [], body: ByteStore? = nil, conversation: Conversation? = nil,
    streamed: StreamedMessages? = nil, failure: NetworkError? = nil, attempts: Int = 1, isFromCache: Bool = false,
    duration: Duration = .zero
  ) {
    content = Fields(
      startedAt: startedAt, hops: hops, body: body, conversation: conversation, streamed: streamed, failure: failure,
      attempts: attempts, isFromCache: isFromCache, duration: duration)
  }

  /// When the call began.
  public var startedAt: Date {
    get { content.startedAt }
    set { content.startedAt = newValue }
  }

  /// In order; the last one has the response. Empty only if nothing could be sent.
  public var hops: [Hop] {
    get { content.hops }
    _modify { yield &content.hops }
  }

  /// The body of the last hop, decompressed; still growing while the exchange runs.
  public var body: ByteStore? {
    get { content.body }
    set { content.body = newValue }
  }

  /// The messages of a protocol with many; `nil` for HTTP, whose two are in the hop and in `body`.
  public var conversation: Conversation? {
    get { content.conversation }
    _modify { yield &content.conversation }
  }

  /// The messages of a body that holds many, where they were read while it arrived: see `StreamedMessages.init(_:)`.
  public var streamed: StreamedMessages? {
    get { content.streamed }
    set { content.streamed = newValue }
  }

  /// Why there is no usable response; `nil` on success.
  public var failure: NetworkError? {
    get { content.failure }
    set { content.failure = newValue }
  }

  /// 1 without retries.
  public var attempts: Int {
    get { content.attempts }
    set { content.attempts = newValue }
  }

  /// Whether the response came from `ExecutionConfig.cache`, without a hop or after a 304.
  public var isFromCache: Bool {
    get { content.isFromCache }
    set { content.isFromCache = newValue }
  }

  /// The elapsed time of the whole send, including all hops and delays.
  public var duration: Duration {
    get { content.duration }
    set { content.duration = newValue }
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
