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
