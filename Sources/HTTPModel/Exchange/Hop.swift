public import Basics
import HTTPTypes

/// One request on the wire and its response. Redirects, retries and challenges chain several into an exchange.
public struct Hop: Equatable, Sendable {
  /// The reason for a hop.
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

  /// Stored behind one reference, because a hop is copied often.
  @Indirect private var content: Fields

  private struct Fields: Equatable, Sendable {
    var cause: Cause
    var request: SentRequest
    var response: ResponseHead?
    var timing: Timing
    var connection: Connection?
    var sizes: Sizes
  }

  /// A hop from its parts, for transports and tests.
  public init(
    cause: Cause = .initial, request: SentRequest, response: ResponseHead? = nil, timing: Timing = Timing(),
    connection: Connection? = nil, sizes: Sizes = Sizes()
  ) {
    content = Fields(
      cause: cause, request: request, response: response, timing: timing, connection: connection, sizes: sizes)
  }

  /// The reason for this hop.
  public var cause: Cause {
    get { content.cause }
    set { content.cause = newValue }
  }

  /// The request as sent.
  public var request: SentRequest {
    get { content.request }
    set { content.request = newValue }
  }

  /// The head of the response; `nil` if none arrived.
  public var response: ResponseHead? {
    get { content.response }
    set { content.response = newValue }
  }

  /// The end times of the phases.
  public var timing: Timing {
    get { content.timing }
    set { content.timing = newValue }
  }

  /// The connection used; `nil` if none was made.
  public var connection: Connection? {
    get { content.connection }
    set { content.connection = newValue }
  }

  /// Byte counts in each direction.
  public var sizes: Sizes {
    get { content.sizes }
    set { content.sizes = newValue }
  }
}

/// A request as sent on the wire.
public struct SentRequest: Equatable, Sendable {
  /// The method as sent, such as `GET`.
  public var method: String
  /// The absolute URL.
  public var url: String
  /// The exact bytes of the head (HTTP/1), or its HTTP/1 form (HTTP/2 and 3); empty if nothing was sent.
  package var head: [UInt8]
  /// The body as sent; `nil` if there was none or it was streamed and not kept.
  public var body: ResponseBody?
  /// True if its cookies came from the client's jar, and therefore from earlier answers.
  package var hasKeptCookies = false
  /// The headers, if they differ from those of the head.
  private var givenHeaders: Headers?

  /// A request as sent; without `headers`, those of the head are used.
  public init(
    method: String, url: String, headers: Headers? = nil, head: [UInt8] = [], body: ResponseBody? = nil
  ) {
    self.method = method
    self.url = url
    givenHeaders = headers
    self.head = head
    self.body = body
  }

  /// The headers in wire order, including those added by the transport. Parsed from the head on each access, because
  /// most exchanges never need them.
  public var headers: Headers {
    get { givenHeaders ?? HeadParser.fields(ofHead: head) }
    set { givenHeaders = newValue }
  }

  /// Equal if the sent bytes are equal; headers are compared as parsed.
  public static func == (left: SentRequest, right: SentRequest) -> Bool {
    left.method == right.method && left.url == right.url && left.head == right.head && left.body == right.body
      && (left.givenHeaders == right.givenHeaders || left.headers == right.headers)
  }
}

extension Hop {
  /// Byte counts in each direction, measured by the transport.
  public struct Sizes: Hashable, Sendable {
    /// Request line and headers, in bytes.
    package var requestHead: Int
    /// The request body, in bytes.
    public var requestBody: Int
    /// Status line and headers, in bytes.
    package var responseHead: Int
    /// The body as received, in bytes, still compressed.
    public var responseBodyOnWire: Int
    /// The body after decompression, in bytes.
    public var responseBody: Int
    /// The number of bytes received beyond the declared length that are not part of the body, as far as the transport
    /// saw them: it reads no further from the connection.
    package var responseSurplus: Int

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
}

extension Hop {
  /// The end time of each phase of one hop, by the transport's monotonic clock, relative to the start of the hop. `nil`
  /// for a phase that did not happen: a reused connection, plain HTTP, an earlier failure.
  public struct Timing: Hashable, Sendable {
    /// Waiting for a free connection or slot ended.
    package var queued: Duration?
    /// The host name was resolved.
    package var resolved: Duration?
    /// TCP connected, to the proxy if there is one.
    package var connected: Duration?
    /// The TLS handshake finished.
    package var secured: Duration?
    /// The last byte of the request was sent.
    package var sent: Duration?
    /// The first byte of the response arrived.
    package var firstByte: Duration?
    /// The hop ended.
    public var total: Duration

    /// Times relative to the start of the hop.
    public init(
      queued: Duration? = nil, resolved: Duration? = nil, connected: Duration? = nil, secured: Duration? = nil,
      sent: Duration? = nil, firstByte: Duration? = nil, total: Duration = .zero
    ) {
      self.queued = queued
      self.resolved = resolved
      self.connected = connected
      self.secured = secured
      self.sent = sent
      self.firstByte = firstByte
      self.total = total
    }

    /// One bar of a waterfall: its start and length.
    public struct Phase: Hashable, Sendable {
      /// The phases, in order.
      public enum Name: String, CaseIterable, Sendable {
        /// Waiting for a slot.
        case queued
        /// Looking up the host name.
        case dns
        /// Connecting.
        case connect
        /// The TLS handshake.
        case tls
        /// Sending the request.
        case sent
        /// From the last byte of the request to the first byte of the response.
        case waiting
        /// Receiving the response.
        case download
      }
      /// The name of the phase.
      public let name: Name
      /// Relative to the start of the hop.
      public let start: Duration
      /// The duration.
      public let length: Duration

      /// A phase from its parts.
      package init(_ name: Name, start: Duration, length: Duration) {
        self.name = name
        self.start = start
        self.length = length
      }
    }

    /// The phases that happened, in order, without gaps.
    public var phases: [Phase] {
      let ends: [(Phase.Name, Duration?)] = [
        (.queued, queued), (.dns, resolved), (.connect, connected), (.tls, secured), (.sent, sent),
        (.waiting, firstByte), (.download, firstByte == nil ? nil : total),
      ]
      var start = Duration.zero
      var phases: [Phase] = []
      for (name, end) in ends {
        guard let end else { continue }
        let stop = max(start, end)
        phases.append(Phase(name, start: start, length: stop - start))
        start = stop
      }
      return phases
    }
  }
}

extension SentRequest {
  /// True if the request was a gRPC call.
  package var isCall: Bool { headers.areOfCall }
}

extension Headers {
  /// True if these are the headers of a gRPC call or its answer.
  package var areOfCall: Bool { (self["Content-Type"] ?? "").asciiLowercased.hasPrefix("application/grpc") }
}
