import HTTPTypes

/// One rule of a stub transport: which requests, and what they are answered with.
public struct Stub: Sendable {
  /// All of them must agree; none matches everything.
  public var matchers: [StubMatcher]
  /// What a matching request is answered with.
  public var reply: StubReply

  /// A rule; without matchers it answers every request.
  public init(_ matchers: [StubMatcher] = [], reply: StubReply) {
    self.matchers = matchers
    self.reply = reply
  }

  func matches(_ request: Request, body: [UInt8]) -> Bool {
    matchers.allSatisfy { $0.matches(request, body) }
  }
}

/// What a stub answers.
public indirect enum StubReply: Sendable {
  /// Always the same answer.
  case fixed(StubResponse)
  /// One after the other; the last one again and again.
  case sequence([StubReply])
  /// Decided for each request; an error that it throws fails the transfer.
  case dynamic(@Sendable (Request, _ body: [UInt8]) async throws -> StubReply)
  /// 200 with the request's body and Content-Type.
  case echo
  /// The transfer fails with this error.
  case failure(NetworkError)
  /// Waits before it replies.
  case delayed(Duration, StubReply)
  /// The body comes in pieces, at that many bytes a second.
  case throttled(bytesPerSecond: Int, StubReply)

  /// A status, a body and headers.
  public static func respond(
    _ status: HTTPResponse.Status = .ok, _ body: String = "", headers: Headers = Headers()
  ) -> StubReply {
    .fixed(StubResponse(status: status, headers: headers, body: Array(body.utf8)))
  }

  /// The text as it is, with the Content-Type of JSON.
  public static func json(_ text: String, status: HTTPResponse.Status = .ok) -> StubReply {
    respond(status, text, headers: [.contentType: "application/json"])
  }
}

/// A response that is made up.
public struct StubResponse: Hashable, Sendable {
  /// Default 200.
  public var status: HTTPResponse.Status
  /// The headers, in order. Nothing is added to them.
  public var headers: Headers
  /// The body's bytes.
  public var body: [UInt8]
  /// Fields after the body.
  public var trailers: Headers
  /// Informational responses (1xx) that come before the head.
  public var informational: [ResponseHead]
  /// `1.0`, `1.1`, `2` or `3`. Default `1.1`.
  public var httpVersion: String

  /// An answer; by default an empty 200.
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
