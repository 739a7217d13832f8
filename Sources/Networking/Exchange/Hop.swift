public import Basics
import HTTPTypes

/// One request on the wire and its response. Redirects, retries and challenges chain several into an exchange.
public struct Hop: Equatable, Sendable {
  /// Why this hop was made.
  public enum Cause: Hashable, Sendable {
    /// The first request of a call.
    case initial
    /// A redirect was followed.
    case redirect
    /// Sent again; `attempt` counts the retries from 1.
    case retry(attempt: Int)
    /// Sent again with an answer to the server's challenge.
    case authentication
  }

  /// Behind one reference, because a hop is copied often.
  @Indirect private var content: Fields

  private struct Fields: Equatable, Sendable {
    var cause: Cause
    var request: SentRequest
    var response: ResponseHead?
    var timing: Timing
    var connection: Connection?
    var sizes: TransferSizes
  }

  /// A hop from its parts, for transports and tests.
  public init(
    cause: Cause = .initial, request: SentRequest, response: ResponseHead? = nil, timing: Timing = Timing(),
    connection: Connection? = nil, sizes: TransferSizes = TransferSizes()
  ) {
    content = Fields(
      cause: cause, request: request, response: response, timing: timing, connection: connection, sizes: sizes)
  }

  /// Why it was made.
  public var cause: Cause {
    get { content.cause }
    set { content.cause = newValue }
  }

  /// The request as sent.
  public var request: SentRequest {
    get { content.request }
    set { content.request = newValue }
  }

  /// `nil` if no head arrived.
  public var response: ResponseHead? {
    get { content.response }
    set { content.response = newValue }
  }

  /// When each phase ended.
  public var timing: Timing {
    get { content.timing }
    set { content.timing = newValue }
  }

  /// The connection used; `nil` if none was made.
  public var connection: Connection? {
    get { content.connection }
    set { content.connection = newValue }
  }

  /// Bytes in each direction.
  public var sizes: TransferSizes {
    get { content.sizes }
    set { content.sizes = newValue }
  }
}

/// A request as sent on the wire.
public struct SentRequest: Equatable, Sendable {
  /// As sent, such as `GET`.
  public var method: String
  /// The absolute URL.
  public var url: String
  /// The exact bytes of the head (HTTP/1), or its HTTP/1 form (HTTP/2 and 3); empty if nothing was sent.
  public var head: [UInt8]
  /// The body as sent; `nil` if there was none or it was streamed and not kept.
  public var body: ByteStore?
  /// Whether its cookies came from the client's jar, and so from earlier answers.
  public var hasKeptCookies = false
  /// Set if they differ from those of the head.
  private var givenHeaders: Headers?

  /// A request as it was sent; without `headers`, they are those of the head.
  public init(
    method: String, url: String, headers: Headers? = nil, head: [UInt8] = [], body: ByteStore? = nil
  ) {
    self.method = method
    self.url = url
    givenHeaders = headers
    self.head = head
    self.body = body
  }

  /// In wire order, including those added by the transport. Parsed from the head on each access, because most exchanges
  /// never need them.
  public var headers: Headers {
    get { givenHeaders ?? HeadParser.fields(ofHead: head) }
    set { givenHeaders = newValue }
  }

  /// Equal if what was sent is equal; headers are compared as parsed.
  public static func == (left: SentRequest, right: SentRequest) -> Bool {
    left.method == right.method && left.url == right.url && left.head == right.head && left.body == right.body
      && (left.givenHeaders == right.givenHeaders || left.headers == right.headers)
  }
}

/// Byte counts in each direction, measured by the transport.
public struct TransferSizes: Hashable, Sendable {
  /// Request line and headers, in bytes.
  public var requestHead: Int
  /// The request body, in bytes.
  public var requestBody: Int
  /// Status line and headers, in bytes.
  public var responseHead: Int
  /// The body as received, in bytes, still compressed.
  public var responseBodyOnWire: Int
  /// The body after decompression, in bytes.
  public var responseBody: Int
  /// Bytes received beyond the declared length and not part of the body, as far as the transport saw them: it reads no
  /// further from the connection.
  public var responseSurplus: Int

  /// Byte counts; 0 if the transport does not know.
  public init(
    requestHead: Int = 0, requestBody: Int = 0, responseHead: Int = 0, responseBodyOnWire: Int = 0,
    responseBody: Int = 0, responseSurplus: Int = 0
  ) {
    self.requestHead = requestHead
    self.requestBody = requestBody
    self.responseHead = responseHead
    self.responseBodyOnWire = responseBodyOnWire
    self.responseBody = responseBody
    self.responseSurplus = responseSurplus
  }
}
