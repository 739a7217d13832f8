/// What a server did against the protocol, or beyond a limit: the connection ends with this code.
struct WebSocketFault: Error, Equatable {
  /// The close code sent to the server (RFC 6455, section 7.4.1).
  let code: Int
  /// What happened: `it sent a frame with reserved bits`.
  let words: String
  let category: NetworkError.Category

  /// A violation of the protocol.
  init(_ words: String, code: Int = 1002) {
    self.init(words, code: code, .malformed)
  }

  private init(_ words: String, code: Int, _ category: NetworkError.Category) {
    self.code = code
    self.words = words
    self.category = category
  }

  /// Text that is no UTF-8.
  static let invalidText = WebSocketFault("it sent text that is not valid UTF-8", code: 1007)

  static func tooLarge(_ limit: String) -> WebSocketFault {
    WebSocketFault("it sent a message larger than \(limit), the limit", code: 1009, .bodyTooLarge)
  }

  static func tooMany(_ limit: String) -> WebSocketFault {
    WebSocketFault("it sent messages of more than \(limit) in all, the limit", code: 1009, .bodyTooLarge)
  }

  static func storage(_ words: String) -> WebSocketFault { WebSocketFault(words, code: 1011, .storage) }
}
