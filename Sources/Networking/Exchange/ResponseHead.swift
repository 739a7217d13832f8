import HTTPTypes

/// The head of a response, as the server wrote it.
public struct ResponseHead: Hashable, Sendable {
  /// Everything, behind one reference: a head passes through many hands.
  @Indirect private var content: Fields

  private struct Fields: Hashable, Sendable {
    var httpVersion: String
    var status: HTTPResponse.Status
    var headers: Headers
    var trailers: Headers
    var raw: [UInt8]
  }

  /// A head made by hand, for transports and tests.
  public init(
    httpVersion: String = "1.1", status: HTTPResponse.Status, headers: Headers = Headers(),
    trailers: Headers = Headers(), raw: [UInt8] = []
  ) {
    content = Fields(httpVersion: httpVersion, status: status, headers: headers, trailers: trailers, raw: raw)
  }

  /// `1.0`, `1.1`, `2` or `3`.
  public var httpVersion: String {
    get { content.httpVersion }
    set { content.httpVersion = newValue }
  }

  /// Code and reason phrase.
  public var status: HTTPResponse.Status {
    get { content.status }
    set { content.status = newValue }
  }

  /// The server's own words, to the character where the head was kept (`status` has blanks for control characters);
  /// the standard ones where it sent none, as HTTP/2 does.
  public var reason: String {
    let line = raw.prefix { $0 != 0x0a }
    let own = line.withUnsafeBytes { StatusLine($0)?.reason } ?? ""
    return own.isEmpty ? status.reason : own
  }

  /// In the server's order and spelling, duplicates kept.
  public var headers: Headers {
    get { content.headers }
    set { content.headers = newValue }
  }

  /// Fields that came after the body.
  public var trailers: Headers {
    get { content.trailers }
    set { content.trailers = newValue }
  }

  /// The head to the byte, without trailers; empty where it was not kept.
  public var raw: [UInt8] {
    get { content.raw }
    set { content.raw = newValue }
  }
}
