import Basics

/// The schemes of RFC 6455, section 3, whose handshake is HTTP.
package enum WebSocketURL {
  /// The URL of the handshake.
  package static func http(_ url: String) -> String { replacing(url, ["ws:": "http:", "wss:": "https:"]) }

  /// The URL as a WebSocket's.
  package static func webSocket(_ url: String) -> String { replacing(url, ["http:": "ws:", "https:": "wss:"]) }

  private static func replacing(_ url: String, _ schemes: [String: String]) -> String {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return url }
    let rest = url.utf8.index(after: colon)
    return schemes[url[..<rest].asciiLowercased].map { $0 + url[rest...] } ?? url
  }
}
