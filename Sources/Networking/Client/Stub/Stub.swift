import HTTPTypes

/// One rule of a stub transport: which requests, and what they are answered with.
public struct Stub: Sendable {
  /// All of them must agree; none matches everything.
  public var matchers: [StubMatcher]
  public var reply: StubReply

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
  case fixed(StubResponse)
  /// One after the other; the last one again and again.
  case sequence([StubReply])
  case dynamic(@Sendable (Request, _ body: [UInt8]) async throws -> StubReply)
  /// 200 with the request's body and Content-Type.
  case echo
  case failure(NetworkError)
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
  public var status: HTTPResponse.Status
  public var headers: Headers
  public var body: [UInt8]
  public var trailers: Headers
  public var informational: [ResponseHead]
  public var httpVersion: String

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
