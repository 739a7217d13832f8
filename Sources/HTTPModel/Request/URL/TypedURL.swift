import Basics

/// Completes a typed URL: removes surrounding blanks, and adds a missing scheme.
///
/// The only parser for such texts, so that a request and a question about it refer to the same server.
package struct TypedURL {
  package let parts: URLParts
  /// True if the text begins with its own scheme.
  package let hasScheme: Bool
  /// The distance in bytes from a position in the written text to the same position in the complete URL.
  package let shift: Int

  /// - Parameter scheme: the scheme for a text without one.
  /// - Throws: `RequestError.url` if the text is empty or has no valid host.
  package init(_ written: String, scheme: String = "http") throws(RequestError) {
    let text = written.trimmingASCII(\.isASCIIWhitespace)
    guard !text.isEmpty else { throw .url(written, .noHost) }
    let blanks = written.utf8.prefix(while: \.isASCIIWhitespace).count
    hasScheme = text.isAbsoluteURL
    guard !hasScheme else {
      parts = URLParts(text)
      shift = -blanks
      return
    }
    for name in ["http:", "https:"] where text.asciiLowercased.hasPrefix(name) { throw .url(text, .noSlashes) }
    let start = scheme + (text.hasPrefix("//") ? ":" : "://")
    parts = URLParts(start + text)
    shift = start.utf8.count - blanks
  }

  /// The offset of the host, after the scheme and `user:password@`.
  package var hostStart: Int { schemeEnd + (parts.userinfo.map { $0.utf8.count + 1 } ?? 0) }

  /// The offset of the authority.
  package var schemeEnd: Int { (parts.scheme.map { $0.utf8.count + 1 } ?? 0) + 2 }

  /// The end of host and port.
  package var authorityEnd: Int {
    hostStart + (parts.host?.utf8.count ?? 0) + (parts.portText.map { $0.utf8.count + 1 } ?? 0)
  }
}

/// Converts between the schemes of RFC 6455, section 3, and those of the HTTP handshake.
package enum WebSocketURL {
  /// The URL of the handshake.
  package static func http(_ url: String) -> String { replacing(url, ["ws:": "http:", "wss:": "https:"]) }

  /// The URL with a WebSocket scheme.
  package static func webSocket(_ url: String) -> String { replacing(url, ["http:": "ws:", "https:": "wss:"]) }

  private static func replacing(_ url: String, _ schemes: [String: String]) -> String {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return url }
    let rest = url.utf8.index(after: colon)
    return schemes[url[..<rest].asciiLowercased].map { $0 + url[rest...] } ?? url
  }
}

/// The URLs of gRPC servers: `grpc://` is plain and `grpcs://` uses TLS, as in Bruno. Without a scheme, a server on
/// this computer is plain, and any other uses TLS.
package enum GRPCURL {
  private static let schemes = ["grpc:": "http:", "grpcs:": "https:"]

  /// The HTTP URL of the request.
  package static func http(_ url: String) -> String {
    for (known, http) in schemes where url.asciiLowercased.hasPrefix(known) { return http + url.dropFirst(known.count) }
    guard !url.contains("://") else { return url }
    return (URLParts("http://" + url).isOnThisComputer ? "http://" : "https://") + url
  }

  /// The path of the method at the end of a URL: `/pkg.Service/Method`.
  package static func methodPath(of url: String) -> String {
    "/" + URLParts(url).path.split(separator: "/").suffix(2).joined(separator: "/")
  }
}

extension URLParts {
  /// An `http` or `https` URL as browsers request it (WHATWG URL standard): scheme and host in lower case, an ASCII host,
  /// no default port, no dot segments, and unsafe characters percent-encoded.
  /// - Throws: `RequestError.url` for any other text.
  package static func inBrowser(_ text: String) throws(RequestError) -> URLParts {
    var parts = URLParts().resolving(text)
    try parts.check()
    parts.scheme = parts.scheme?.asciiLowercased
    parts.host = parts.host.map { IPv4.canonical($0) ?? $0.asciiLowercased }
    if parts.portText?.isEmpty == true || parts.port == parts.defaultPort { parts.portText = nil }
    func encoded(_ text: String, _ kept: ASCIISet) -> String {
      PercentEncoding.encode(text, keepsEscapes: true, keeping: kept.contains)
    }
    parts.userinfo = parts.userinfo.map { encoded($0, .standardUserInfo.union(":")) }
    parts.path = parts.path.isEmpty ? "/" : encoded(parts.path, .standardPath)
    parts.query = parts.query.map { encoded($0, .standardQuery) }
    parts.fragment = parts.fragment.map { encoded($0, .standardFragment) }
    return parts
  }
}

/// IPv4 addresses in the forms that browsers and curl accept (WHATWG URL standard, section 3.5).
package enum IPv4 {
  /// `127.0.0.1` for `127.1`, `0x7f.1` or `2130706433`; `nil` for a host name.
  package static func canonical(_ host: String) -> String? {
    var parts = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)[...]
    if parts.last?.isEmpty == true, parts.count > 1 { parts.removeLast() }
    var numbers = parts.compactMap { number(String(Substring($0))) }
    guard numbers.count == parts.count, parts.count <= 4, let last = numbers.popLast(),
      numbers.allSatisfy({ $0 < 256 }), last < 1 << (8 * (4 - numbers.count))
    else { return nil }
    var address = last
    for (index, value) in numbers.enumerated() { address += value << (8 * (3 - index)) }
    return [24, 16, 8, 0].map { String(address >> $0 & 255) }.joined(separator: ".")
  }

  /// A decimal, octal or hexadecimal number of up to 32 bits.
  private static func number(_ text: String) -> Int? {
    let (digits, radix) =
      text.asciiLowercased.hasPrefix("0x")
      ? (text.dropFirst(2), 16) : text.hasPrefix("0") && text.utf8.count > 1 ? (text.dropFirst(), 8) : (text[...], 10)
    guard !text.isEmpty, digits.utf8.allSatisfy({ $0.hexValue != nil }) else { return nil }
    return digits.isEmpty ? 0 : UInt32(digits, radix: radix).map(Int.init)
  }
}
