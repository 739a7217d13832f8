/// How a WebSocket's server shows that it has read the key of the handshake (RFC 6455, section 4.2.2).
package enum WebSocketKey {
  private static let identifier = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

  /// The `Sec-WebSocket-Accept` that belongs to a `Sec-WebSocket-Key`.
  package static func accept(_ key: String) -> String { Base64.encode(SHA1.hash(Array((key + identifier).utf8))) }
}
