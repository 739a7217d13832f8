import Basics
import HTTPTypes

/// The opening handshake (RFC 6455, section 4): an HTTP request that the server answers with 101.
struct WebSocketHandshake {
  /// The request as it is sent.
  let request: Request
  private let key: String
  private let subprotocols: [String]
  private let offersCompression: Bool

  /// - Parameter outbox: what is sent once the server has agreed.
  init(_ asked: Request, _ config: WebSocketConfig, _ outbox: FrameOutbox) {
    var request = asked
    request.method = .get
    request.body = .stream(BodyStream { { await outbox.next() } })
    request.parts = nil
    if config.keepsOrigin { request.credentials.body = true }
    request.suppressedHeaders.insert("Transfer-Encoding")
    request.options.upgrades = true
    request.options.httpVersion = .http11
    request.options.decompresses = false
    // These limit one message and the conversation; the transfer lasts as long as both want to.
    request.options.maximumBodySize = 0
    request.options.totalTimeout = nil
    var headers = request.headers
    headers.set("Upgrade", "websocket")
    headers.set("Connection", "Upgrade")
    headers.set("Sec-WebSocket-Version", "13")
    key = headers["Sec-WebSocket-Key"] ?? Self.randomKey()
    headers.set("Sec-WebSocket-Key", key)
    let given = headers[values: "Sec-WebSocket-Protocol"].flatMap { $0.split(separator: ",") }
    subprotocols = config.subprotocols + given.map { $0.trimmingASCII(\.isASCIIWhitespace) }
    if !subprotocols.isEmpty { headers.set("Sec-WebSocket-Protocol", subprotocols.joined(separator: ", ")) }
    let extensions = headers[values: "Sec-WebSocket-Extensions"]
    if extensions.isEmpty, config.compresses, DeflateFunctions.installed != nil {
      headers.set("Sec-WebSocket-Extensions", DeflateTerms.offer)
      offersCompression = true
    } else {
      // An empty one of the user's own switches it off.
      if extensions.allSatisfy(\.isEmpty) { headers.remove("Sec-WebSocket-Extensions") }
      offersCompression = extensions.contains { $0.contains(DeflateTerms.name) }
    }
    request.headers = headers
    self.request = request
  }

  private static func randomKey() -> String {
    // As hard to guess as the system can make it: no proxy may foresee what is sent.
    var generator = SystemRandomNumberGenerator()
    return Base64.encode((0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  /// What both sides agreed on.
  struct Agreement {
    var subprotocol: String?
    /// `nil` without compression.
    var deflate: DeflateTerms?
  }

  /// Checks the server's answer (section 4.1).
  func agreement(_ head: ResponseHead) throws(WebSocketFault) -> Agreement {
    guard Self.has("websocket", in: head.headers[values: "Upgrade"]) else {
      throw WebSocketFault("its 101 upgrades to something else than a WebSocket")
    }
    guard Self.has("upgrade", in: head.headers[values: "Connection"]) else {
      throw WebSocketFault("its 101 has no Connection: Upgrade")
    }
    let accept = head.headers["Sec-WebSocket-Accept"]?.trimmingASCII(\.isASCIIWhitespace)
    guard let accept else { throw WebSocketFault("its 101 has no Sec-WebSocket-Accept") }
    guard accept == WebSocketKey.accept(key) else {
      throw WebSocketFault("its Sec-WebSocket-Accept does not belong to the key of this request")
    }
    let chosen = head.headers[values: "Sec-WebSocket-Protocol"]
    guard chosen.count <= 1 else { throw WebSocketFault("it chose several subprotocols") }
    if let chosen = chosen.first, !subprotocols.contains(chosen) {
      throw WebSocketFault("it chose the subprotocol \(chosen.visible), which was not offered")
    }
    let deflate = try DeflateTerms.accepted(
      head.headers[values: "Sec-WebSocket-Extensions"], wereOffered: offersCompression)
    return Agreement(subprotocol: chosen.first, deflate: deflate)
  }

  private static func has(_ token: String, in values: [String]) -> Bool {
    values.contains { value in
      value.split(separator: ",").contains { $0.trimmingASCII(\.isASCIIWhitespace).asciiLowercased == token }
    }
  }
}
