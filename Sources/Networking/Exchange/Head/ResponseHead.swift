public import HTTPTypes

/// The head of a response, exactly as the server sent it.
public struct ResponseHead: Hashable, Sendable {
  /// Behind one reference, because a head is copied often.
  @Indirect private var content: Fields

  private struct Fields: Hashable, Sendable {
    var httpVersion: String
    var status: HTTPResponse.Status
    var headers: Headers
    var trailers: Headers
    var raw: [UInt8]
  }

  /// A head from its parts, for transports and tests.
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

  /// The server's reason phrase, exact if the raw head was kept (`status` replaces control characters by spaces); the
  /// standard phrase if it sent none, as in HTTP/2.
  public var reason: String {
    let line = raw.prefix { $0 != 0x0a }
    let own = line.withUnsafeBytes { StatusLine($0)?.reason } ?? ""
    return own.isEmpty ? status.reason : own
  }

  /// In the order and spelling of the server, duplicates preserved.
  public var headers: Headers {
    get { content.headers }
    set { content.headers = newValue }
  }

  /// Trailer fields.
  public var trailers: Headers {
    get { content.trailers }
    set { content.trailers = newValue }
  }

  /// The exact bytes of the head, without trailers; empty if not kept.
  public var raw: [UInt8] {
    get { content.raw }
    set { content.raw = newValue }
  }
}
