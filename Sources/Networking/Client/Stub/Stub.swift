public import HTTPTypes

/// One rule of a stub transport: which requests it matches, and the reply.
public struct Stub: Sendable {
  /// All must match; an empty list matches every request.
  public var matchers: [StubMatcher]
  /// The reply to a matching request.
  public var reply: StubReply

  /// A rule; without matchers it applies to every request.
  public init(_ matchers: [StubMatcher] = [], reply: StubReply) {
    self.matchers = matchers
    self.reply = reply
  }

  func matches(_ request: Request, body: [UInt8]) -> Bool {
    matchers.allSatisfy { $0.matches(request, body) }
  }
}

/// The reply of a stub.
public indirect enum StubReply: Sendable {
  /// Always the same response.
  case fixed(StubResponse)
  /// One reply after the other; the last one repeats.
  case sequence([StubReply])
  /// Computed for each request; an error it throws fails the transfer.
  case dynamic(@Sendable (Request, _ body: [UInt8]) async throws -> StubReply)
  /// 200 with the request's body and Content-Type.
  case echo
  /// The transfer fails with this error.
  case failure(NetworkError)
  /// Waits before it replies.
  case delayed(Duration, StubReply)
  /// The body arrives in pieces, at this rate.
  case throttled(bytesPerSecond: Int, StubReply)

  /// A status, a body and headers.
  public static func respond(
    _ status: HTTPResponse.Status = .ok, _ body: String = "", headers: Headers = Headers()
  ) -> StubReply {
    .fixed(StubResponse(status: status, headers: headers, body: Array(body.utf8)))
  }

  /// The text unchanged, with the Content-Type of JSON.
  public static func json(_ text: String, status: HTTPResponse.Status = .ok) -> StubReply {
    respond(status, text, headers: [.contentType: "application/json"])
  }
}

/// The response of a stub.
public struct StubResponse: Hashable, Sendable {
  /// Default 200.
  public var status: HTTPResponse.Status
  /// The headers, in order; nothing is added.
  public var headers: Headers
  /// The body, in bytes.
  public var body: [UInt8]
  /// Trailer fields.
  public var trailers: Headers
  /// Informational responses (1xx) sent before the head.
  public var informational: [ResponseHead]
  /// `1.0`, `1.1`, `2` or `3`. Default `1.1`.
  public var httpVersion: String

  /// A response; by default an empty 200.
  public init(
    status: HTTPResponse.Status = .ok, headers: Headers = Headers(), body: [UInt8] = [], trailers: Headers = Headers(),
    informational: [ResponseHead] = [], httpVersion: String = "1.1"
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.trailers = trailers
    self.informational = informational
    self.httpVersion = httpVersion
  }
}
