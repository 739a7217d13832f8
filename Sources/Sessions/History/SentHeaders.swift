import Networking
import Workspaces

/// The headers of a request that went out, without those that are added again in the same form when it is sent again.
struct SentHeaders {
  let rows: [Row]

  init(_ sent: SentRequest, defaults: Headers, usesOwnProxy: Bool) {
    let kept = sent.headers.fields.filter { field in
      !Self.isAddedAgain(field, to: sent.url, usesOwnProxy: usesOwnProxy)
        // Cookies of an answer before; those that are kept now are sent.
        && !(sent.hasKeptCookies && field.name.equalsIgnoringCase("Cookie"))
        && !defaults.fields.contains { $0.line.lowercased() == field.line.lowercased() && $0.value == field.value }
    }
    // A usual header that is missing was left out on purpose. Without a host, nothing reached the wire, and only the
    // client's own headers are known.
    let usual = defaults.fields.map(\.name) + (sent.headers["Host"] == nil ? [] : ["Accept-Encoding"])
    let left = sent.headers.fields.isEmpty ? [] : usual.filter { sent.headers[$0] == nil }
    rows = kept.map { Row($0) } + left.map { Row($0, isEnabled: false, omitsInherited: true) }
  }

  private static func isAddedAgain(_ field: Header, to url: String, usesOwnProxy: Bool) -> Bool {
    switch field.name.lowercased() {
    case "content-length", "transfer-encoding": true
    case "upgrade", "connection", "sec-websocket-key", "sec-websocket-version", "sec-websocket-extensions":
      Self.isOfWebSocket(url) || Self.offersHTTP2(field)
    case "host": isHost(field.value, of: url)
    // As libcurl lists all that it decodes.
    case "accept-encoding": field.value.hasPrefix("deflate, gzip")
    case "http2-settings": true
    // They belong to the connection, not to the request.
    case "proxy-authorization", "proxy-connection": usesOwnProxy
    default: false
    }
  }

  /// The offer of HTTP/2 over plain TCP.
  private static func offersHTTP2(_ field: Header) -> Bool {
    switch field.name.lowercased() {
    case "connection": field.value.lowercased().contains("http2-settings")
    case "upgrade": field.value.lowercased() == "h2c"
    default: false
    }
  }

  static func isOfWebSocket(_ url: String) -> Bool { WebSocketURL.http(url) != url }

  private static func isHost(_ value: String, of url: String) -> Bool {
    let parts = URLParts(url)
    let host = (parts.host ?? "").lowercased()
    let value = value.lowercased()
    let standard = ["https", "wss"].contains(parts.scheme?.lowercased()) ? "443" : "80"
    guard let port = parts.portText, !port.isEmpty, port != standard else { return value == host }
    return value == "\(host):\(port)"
  }
}
