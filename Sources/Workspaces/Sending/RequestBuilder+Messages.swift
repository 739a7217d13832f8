import Basics
package import Networking

/// A message of a conversation, ready to be sent.
package struct PreparedMessage: Equatable, Sendable {
  package var name: String
  package var kind: ConversationMessage.Kind
  package var bytes: [UInt8]
}

extension RequestBuilder {
  /// The messages of the file that are selected. A redirect may not take what is secret in them to another origin.
  mutating func messages(for config: inout RequestConfig) throws(SendRefusal) -> [PreparedMessage] {
    hasMetSecret = false
    var prepared: [PreparedMessage] = []
    for (index, message) in definition.conversation.messages.enumerated() where message.isSelected {
      let text = try resolve(message.data, .body(row: index), message.name)
      guard message.kind == "binary" else {
        prepared.append(PreparedMessage(name: message.name, kind: .text, bytes: Array(text.utf8)))
        continue
      }
      guard let bytes = Base64.decodeLeniently(text.utf8.filter { !$0.isASCIIWhitespace }) else {
        throw SendRefusal(.body(row: index), .invalid("a binary message is Base64 in its file"), message.name)
      }
      prepared.append(PreparedMessage(name: message.name, kind: .binary, bytes: bytes))
    }
    if hasMetSecret { config.credentials.body = true }
    return prepared
  }

  /// The address as it is requested: the handshake of a WebSocket is HTTP (RFC 6455, section 3).
  func requested(_ url: String, _ values: [Range<Int>]) -> (url: String, values: [Range<Int>]) {
    guard definition.kind.isConversation || definition.kind == .graphql else { return (url, values) }
    let changed = definition.kind == .grpc ? GRPCURL.http(url) : WebSocketURL.http(url)
    let shift = changed.utf8.count - url.utf8.count
    return (changed, values.map { ($0.lowerBound == 0 ? 0 : $0.lowerBound + shift)..<($0.upperBound + shift) })
  }
}
