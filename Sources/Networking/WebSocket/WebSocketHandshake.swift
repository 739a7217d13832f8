import Basics
import HTTPModel
import HTTPTypes

/// The opening handshake (RFC 6455, section 4): an HTTP request that the server answers with 101.
struct WebSocketHandshake {
  /// The request as it is sent.
  let request: Request
  private let key: String
  private let subprotocols: [String]
  private let offersCompression: Bool

  /// - Parameter outbox: the frames to send once the server has accepted the handshake.
  init(_ asked: Request, _ config: WebSocket.Config, _ outbox: FrameOutbox) {
    var request = asked
    request.method = .get
    request.body = .stream(BodyStream { { await outbox.next() } })
    request.parts = nil
    if config.keepsOrigin { request.credentials.body = true }
    request.suppressedHeaders.insert("Transfer-Encoding")
    request.options.upgrades = true
    request.options.httpVersion = .http11
    request.options.decompresses = false
    // The transfer has no limits: others apply to each message and to the conversation.
    request.options.maximumBodySize = 0
    request.options.totalTimeout = nil
    var headers = request.headers
    headers.set("Upgrade", "websocket")
    headers.set("Connection", "Upgrade")
    headers.set("Sec-WebSocket-Version", "13")
    key = headers["Sec-WebSocket-Key"] ?? Self.randomKey()
    headers.set("Sec-WebSocket-Key", key)
    let own = headers[values: "Sec-WebSocket-Protocol"].flatMap { $0.split(separator: ",") }
    subprotocols = config.subprotocols + own.map { $0.trimmingASCII(\.isASCIIWhitespace) }
    if !subprotocols.isEmpty { headers.set("Sec-WebSocket-Protocol", subprotocols.joined(separator: ", ")) }
    let extensions = headers[values: "Sec-WebSocket-Extensions"]
    if extensions.isEmpty, config.compresses, DeflateFunctions.installed != nil {
      headers.set("Sec-WebSocket-Extensions", DeflateTerms.offer)
      offersCompression = true
    } else {
      // An empty value set by the user disables compression.
      if extensions.allSatisfy(\.isEmpty) { headers.remove("Sec-WebSocket-Extensions") }
      offersCompression = extensions.contains { $0.contains(DeflateTerms.name) }
    }
    request.headers = headers
    self.request = request
  }

  private static func randomKey() -> String {
    // Unpredictable, so that no proxy can guess the sent bytes.
    var generator = SystemRandomNumberGenerator()
    return Base64.encode((0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  /// Checks the server's answer (section 4.1).
  /// - Returns: the terms of compression; `nil` without compression.
  func terms(_ head: ResponseHead) throws(WebSocketFault) -> DeflateTerms? {
    guard Self.has("websocket", in: head.headers[values: "Upgrade"]) else {
      throw WebSocketFault("its 101 upgrades to something other than a WebSocket")
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
    return try DeflateTerms.accepted(
      head.headers[values: "Sec-WebSocket-Extensions"], wereOffered: offersCompression)
  }

  private static func has(_ token: String, in values: [String]) -> Bool {
    values.contains { value in
      value.split(separator: ",").contains { $0.trimmingASCII(\.isASCIIWhitespace).asciiLowercased == token }
    }
  }
}

/// The compression parameters negotiated by client and server (RFC 7692, section 7.1).
struct DeflateTerms: Hashable, Sendable {
  static let name = "permessage-deflate"
  /// The client's offer: any window, and the server may narrow the client's.
  static let offer = "permessage-deflate; client_max_window_bits"

  var serverResets = false
  var clientResets = false
  var clientBits = 15

  /// The terms in the server's `Sec-WebSocket-Extensions`; `nil` if it named no extension.
  /// - Throws: the violation in the terms.
  static func accepted(_ values: [String], wereOffered: Bool) throws(WebSocketFault) -> DeflateTerms? {
    let extensions = values.flatMap { $0.split(separator: ",") }.map { $0.trimmingASCII(\.isASCIIWhitespace) }
      .filter { !$0.isEmpty }
    guard let first = extensions.first else { return nil }
    let parts = first.split(separator: ";").map { $0.trimmingASCII(\.isASCIIWhitespace) }
    guard extensions.count == 1, wereOffered, parts.first?.asciiLowercased == name else {
      throw WebSocketFault("it uses the extension \(extensions.last?.visible ?? ""), which was not offered")
    }
    var terms = DeflateTerms()
    var seen: Set<String> = []
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(pair[0]).trimmingASCII(\.isASCIIWhitespace).asciiLowercased
      let value = pair.count > 1 ? ParameterizedField.unquoted(pair[1].trimmingASCII(\.isASCIIWhitespace)) : nil
      guard seen.insert(name).inserted, terms.take(name, value) else {
        throw WebSocketFault("it compresses with \(part.visible), which is not a valid parameter")
      }
    }
    return terms
  }

  private mutating func take(_ name: String, _ value: String?) -> Bool {
    switch name {
    case "server_no_context_takeover":
      serverResets = true
      return value == nil
    case "client_no_context_takeover":
      clientResets = true
      return value == nil
    // The widest window can read data compressed with any other.
    case "server_max_window_bits": return Self.bits(value) != nil
    case "client_max_window_bits":
      guard let bits = Self.bits(value) else { return false }
      clientBits = bits
      return true
    default: return false
    }
  }

  private static func bits(_ text: String?) -> Int? {
    guard let text, text.utf8.first != UInt8(ascii: "0"), let bits = Int(text), (8...15).contains(bits) else {
      return nil
    }
    return bits
  }

  /// Decompresses the server's messages; `nil` if zlib cannot.
  func inflater() -> MessageInflater? {
    DeflateFunctions.installed.flatMap { MessageInflater($0, resets: serverResets) }
  }

  /// Compresses outgoing messages; `nil` sends them uncompressed, which is always allowed (section 6), because zlib has
  /// no raw window of 8 bits.
  func deflater() -> MessageDeflater? {
    guard clientBits > 8 else { return nil }
    return DeflateFunctions.installed.flatMap { MessageDeflater($0, bits: clientBits, resets: clientResets) }
  }
}
