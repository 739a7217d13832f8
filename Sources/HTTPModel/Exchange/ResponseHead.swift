import Basics
public import HTTPTypes

/// The head of a response, exactly as the server sent it.
public struct ResponseHead: Hashable, Sendable {
  /// Stored behind one reference, because a head is copied often.
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
  package var httpVersion: String {
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
  package var reason: String {
    let line = raw.prefix { $0 != 0x0a }
    let own = line.withUnsafeBytes { StatusLine($0)?.reason } ?? ""
    return own.isEmpty ? status.reason : own
  }

  /// The header fields, in the order and spelling of the server, with duplicates.
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

extension HTTPResponse.Status {
  /// The server's reason phrase, else the standard one; empty for an unregistered code.
  public var reason: String { reasonPhrase.isEmpty ? Self.standardReasons[code] ?? "" : reasonPhrase }

  /// The IANA registry of status codes (RFC 9110, section 15, and later RFCs). HTTP/2 and 3 have no reason phrase.
  private static let standardReasons: [Int: String] = [
    100: "Continue", 101: "Switching Protocols", 102: "Processing", 103: "Early Hints",
    200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
    205: "Reset Content", 206: "Partial Content", 207: "Multi-Status", 208: "Already Reported", 226: "IM Used",
    300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
    305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout",
    409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
    414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
    418: "I'm a teapot", 421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked",
    424: "Failed Dependency", 425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required",
    429: "Too Many Requests", 431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
    504: "Gateway Timeout", 505: "HTTP Version Not Supported", 506: "Variant Also Negotiates",
    507: "Insufficient Storage", 508: "Loop Detected", 510: "Not Extended", 511: "Network Authentication Required",
  ]
}

extension ResponseHead {
  /// The error if the end of this head's body cannot be determined: an invalid length, or two that differ (RFC 9112,
  /// section 6.3); `nil` if it can.
  package func framingFault(from address: @autoclosure () -> String) -> NetworkError? {
    var lengths: [String] = []
    for field in headers.fields where field.name.utf8.count == 14 && field.name.equalsIgnoringCase("Content-Length") {
      // The fast path, for nearly every length.
      if field.value.isLength {
        lengths.append(field.value)
        continue
      }
      lengths += field.value.split(separator: ",", omittingEmptySubsequences: false).map {
        String($0).trimmingASCII(\.isASCIIWhitespace)
      }
    }
    guard let first = lengths.first, !isChunked else { return nil }
    if lengths.count == 1, first.isLength { return nil }
    if let bad = lengths.first(where: { !$0.isLength }) {
      return NetworkError(.malformed, "\(address()) sent an invalid Content-Length: '\(bad.visible)'")
    }
    guard let other = lengths.first(where: { Int($0) != Int(first) }) else { return nil }
    return NetworkError(.malformed, "\(address()) sent two different lengths: Content-Length \(first) and \(other)")
  }

  /// True if both a length and chunks mark the end of the body. The chunks decide; a peer that uses the length can be
  /// fooled (request smuggling).
  var hasTwoFramings: Bool { isChunked && headers["Content-Length"] != nil }

  private var isChunked: Bool { headers["Transfer-Encoding"] != nil }
}

extension ResponseHead {
  /// The trailers of a call: those after the messages, or the head of an answer without messages ("Trailers-Only").
  package var callTrailers: Headers {
    guard trailers.isEmpty, headers["grpc-status"] != nil else { return trailers }
    return Headers(headers.fields.filter { !$0.name.equalsIgnoringCase("Content-Type") })
  }
}

extension String {
  /// True for digits that fit into an `Int`.
  fileprivate var isLength: Bool { !isEmpty && utf8.allSatisfy(\.isASCIIDigit) && Int(self) != nil }
}
