public import Basics
public import Essentials
public import HTTPTypes

/// One send from start to end, successful or not: every hop, the final body, the messages of a protocol with many, and
/// the failure. The screen, the history and `--json` all show this value.
public struct Exchange: Equatable, Sendable {
  /// Stored behind one reference, because an exchange is copied often.
  @Indirect private var content: Fields

  private struct Fields: Equatable, Sendable {
    var startedAt: Date
    var hops: [Hop]
    var body: ByteStore?
    var conversation: Conversation?
    var streamed: StreamedMessages?
    var joined: ByteStore?
    var failure: NetworkError?
    var fault: AnswerFault?
    var attempts: Int
    var isFromCache: Bool
    var duration: Duration
  }

  /// An exchange from its parts, for tests and stored records.
  package init(
    startedAt: Date, hops: [Hop] = [], body: ByteStore? = nil, conversation: Conversation? = nil,
    streamed: StreamedMessages? = nil, failure: NetworkError? = nil, attempts: Int = 1, isFromCache: Bool = false,
    duration: Duration = .zero
  ) {
    content = Fields(
      startedAt: startedAt, hops: hops, body: body, conversation: conversation, streamed: streamed, failure: failure,
      attempts: attempts, isFromCache: isFromCache, duration: duration)
  }

  /// The time at which the call began.
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
  public var body: ResponseBody? {
    get { content.body }
    set { content.body = newValue }
  }

  /// The messages of a protocol with many; `nil` for HTTP, whose two messages are the hop's request and `body`.
  package var conversation: Conversation? {
    get { content.conversation }
    _modify { yield &content.conversation }
  }

  /// The messages of a body with many, if they were read while it arrived: see `StreamedMessages.init(_:)`.
  package var streamed: StreamedMessages? {
    get { content.streamed }
    set { content.streamed = newValue }
  }

  /// The one JSON document that an answer in parts adds up to; `nil` for any other.
  package var joined: ByteStore? {
    get { content.joined }
    set { content.joined = newValue }
  }

  /// The document of an answer in parts, else the body.
  package var answerBody: ByteStore? { joined ?? body }
  /// The content type of `answerBody`.
  package var answerType: String? { joined == nil ? response?.headers["Content-Type"] : "application/json" }

  /// The reason for the lack of a usable response; `nil` on success.
  public var failure: NetworkError? {
    get { content.failure }
    set { content.failure = newValue }
  }

  /// A failure that the body reports, although the status is a success; `nil` without one.
  package var fault: AnswerFault? {
    get { content.fault }
    set { content.fault = newValue }
  }

  /// The number of attempts; 1 without retries.
  public var attempts: Int {
    get { content.attempts }
    set { content.attempts = newValue }
  }

  /// True if the response came from `ExecutionConfig.cache`, without a hop or after a 304.
  package var isFromCache: Bool {
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
  package var request: SentRequest? { hops.last?.request }
  /// The URL of the last hop, after redirects.
  package var finalURL: String? { hops.last?.request.url }
  /// All hops but the last: redirects, retries and challenges.
  package var redirects: ArraySlice<Hop> { hops.dropLast() }
}

/// A response: its request, head and body, and the whole exchange that led to it.
public struct Response: Equatable, Sendable {
  /// The request as passed in, before the client's settings and modifiers.
  public var request: Request
  /// Every hop that led to this response.
  public var exchange: Exchange
  /// The head of the last hop.
  public var head: ResponseHead
  /// Decompressed; in memory or in a temporary file, complete when `response(for:)` returns.
  public var body: ResponseBody

  /// A response from its parts, for tests.
  package init(request: Request, exchange: Exchange, head: ResponseHead, body: ByteStore) {
    self.request = request
    self.exchange = exchange
    self.head = head
    self.body = body
  }

  /// Typed and comparable: `response.status == .notFound`; `status.kind` distinguishes success from error.
  public var status: HTTPResponse.Status { head.status }
  /// The headers, in the order and spelling of the server.
  public var headers: Headers { head.headers }
  /// The URL of the last hop, after redirects.
  public var finalURL: String { exchange.finalURL ?? request.url }
  /// True if the body came from `ExecutionConfig.cache`.
  public var isFromCache: Bool { exchange.isFromCache }
  /// Timing of the last hop; `exchange.duration` is the whole call.
  public var timing: Hop.Timing? { exchange.hops.last?.timing }
  /// The connection of the last hop; `nil` for a response from the cache.
  public var connection: Connection? { exchange.hops.last?.connection }
}

extension Exchange {
  /// The duration of the transfers. Excluded are work of this program, such as loading libcurl before the first send,
  /// and waiting for other requests. With retries, the elapsed time of the whole send.
  package var transferTime: Duration {
    guard attempts <= 1, let last = hops.last, last.response != nil || last.failedTime != nil else { return duration }
    let time = hops.reduce(Duration.zero) { $0 + $1.timing.total - ($1.timing.queued ?? .zero) }
    return time > .zero ? min(time, duration) : duration
  }

  /// The notable part of the duration outside the hops, such as the time for loading libcurl.
  package var ownTime: Duration? {
    guard failure == nil, attempts <= 1, !hops.isEmpty else { return nil }
    let own = duration - hops.reduce(.zero) { $0 + $1.timing.total }
    return own >= .milliseconds(1) && own * 10 >= duration ? own : nil
  }

  /// The start of `transferTime`. The times of messages count from here, so that none is later than the end.
  package var transferStartedAt: Date { startedAt.addingTimeInterval((duration - transferTime).inSeconds) }

  /// The phase in which a hop without a response ended, up to its end.
  package func endedPhase(ofHop index: Int) -> Hop.Timing.Phase? {
    let hop = hops[index]
    guard hop.response == nil, index == hops.count - 1, let failure else { return nil }
    let start = hop.lastPhaseEnd
    // History entries do not record the end of such a hop.
    let whole = hops.count == 1 && attempts == 1 ? duration : hop.timing.total
    let end = hop.failedTime ?? whole
    guard end > start else { return nil }
    return Hop.Timing.Phase(hop.phase(endedBy: failure), start: start, length: end - start)
  }
}

extension Hop {
  fileprivate var lastPhaseEnd: Duration { timing.phases.last.map { $0.start + $0.length } ?? .zero }

  /// The time at which a hop without a response ended, if known.
  fileprivate var failedTime: Duration? {
    response == nil && timing.total > lastPhaseEnd ? timing.total : nil
  }

  fileprivate func phase(endedBy failure: NetworkError) -> Timing.Phase.Name {
    switch failure.category {
    case .resolve: .dns
    case .connect, .connectTimeout: .connect
    case .tls: .tls
    default: timing.sent == nil ? (timing.connected == nil ? .connect : .sent) : .waiting
    }
  }
}

extension Exchange {
  /// Describes an anomaly in an otherwise complete response; `nil` without one. The server sent more than its
  /// `Content-Length` (RFC 9112, section 6.3: the length decides), sent a length in addition to chunks, or named an
  /// invalid coding.
  ///
  /// Only surplus bytes that arrive together with the body are counted. libcurl reads no further, and treats a kept
  /// connection with unread data as dead.
  package var notice: String? {
    guard let hop = hops.last else { return nil }
    if hop.response?.hasTwoFramings == true {
      return
        "\(URLParts(hop.request.url).hostAndPort) sent both chunks and a Content-Length, which was ignored"
    }
    if let coding = undecoded {
      let address = URLParts(hop.request.url).hostAndPort
      return
        "\(address) sent the Content-Encoding \(coding.visible), which Apus does not decode; the body is left encoded"
    }
    guard hop.sizes.responseSurplus > 0 else { return nil }
    let size = hop.sizes.responseSurplus == 1 ? "1 byte" : "\(hop.sizes.responseSurplus) bytes"
    let address = URLParts(hop.request.url).hostAndPort
    return "\(address) sent at least \(size) beyond its Content-Length; left out"
  }

  /// The coding that was not decoded in the body of the last answer.
  package var undecoded: String? {
    guard let body, body.count > 0 else { return nil }
    return hops.last?.response?.headers.unknownCoding
  }
}

/// The outcome of an exchange in one word, for lists, marks and reports: the status of HTTP, or, for a call that ended
/// badly, the status of gRPC or the close code of a WebSocket.
package struct ShortStatus: Hashable, Sendable {
  /// The HTTP status; 0 without an answer.
  package var code: Int
  /// The protocol's own name for a failure that HTTP does not know, such as `NOT_FOUND` or the close code `1011`; `nil`
  /// without one.
  package var name: String?

  package init(_ code: Int, name: String? = nil) {
    self.code = code
    self.name = name
  }

  /// `404`, `NOT_FOUND` or `1011`; `nil` without an answer.
  package var text: String? { name ?? (code == 0 ? nil : String(code)) }

  /// True if it is the status `wanted`, or in the class with that first digit; 0 means no answer. The HTTP status of a
  /// conversation (101, 200) does not count as success if the conversation failed.
  package func isOf(_ wanted: Int) -> Bool {
    if name != nil, [1, 2].contains(code / 100) { return false }
    return wanted == code || wanted == code / 100
  }
}

extension Conversation.Close {
  /// The protocol's name for an end that is a failure, or else its code; `nil` if the end was orderly or unknown. A
  /// WebSocket that goes away (1001) is not a failure: servers that restart and users that leave end it that way.
  package var failureName: String? {
    if isOrderly || name == nil && code == 1001 { return nil }
    return name ?? code.map { "\($0)" }
  }
}

extension Exchange {
  package var shortStatus: ShortStatus {
    ShortStatus(response?.status.code ?? 0, name: conversation?.close?.failureName ?? fault?.name)
  }
}
