import Basics
import Networking
import Workspaces

extension ConversationDriver {
  /// What opens a conversation: a request of HTTP, or the handshake of a WebSocket. In place of a body, a handshake has what
  /// is said once the WebSocket is open, a line for each message.
  /// - Parameter client: one that sends nothing (`RehearsalTransport`).
  static func rehearsingOpening(_ client: Client) -> ConversationDriver {
    let http = ConversationDriver(client)
    let kinds = http.kinds.union([RequestDefinition.Kind.webSocket.word])
    return ConversationDriver(kinds: kinds) { prepared, tell throws(NetworkError) in
      guard let script = prepared.script else { return try await http.exchange(prepared, tell) }
      var config = WebSocketConfig(prepared, isAttended: false)
      if prepared.operation != nil { config.subprotocols = [SubscriptionProtocol.name] }
      let request = prepared.operation == nil ? prepared.request : prepared.socketRequest
      var exchange = await client.exchange(webSocket: request, config, from: WebSocketSender(), telling: { _ in }) {
        $0.cookies = prepared.cookies ?? $0.cookies
      }
      guard let last = exchange.hops.indices.last else { return exchange }
      exchange.hops[last].request.body = script.isEmpty ? nil : ByteStore(Array(script.joined(separator: [0x0A])))
      return exchange
    }
  }
}

extension PreparedRequest {
  /// What is said once a WebSocket is open, each message by itself; `nil` if none is opened first.
  fileprivate var script: [[UInt8]]? {
    if definition.kind == .webSocket {
      return messages.map { $0.kind == .text ? $0.bytes : Array(Hexadecimal.text($0.bytes).utf8) }
    }
    guard let operation, operation.kind == .subscription, operation.transport != .events else { return nil }
    return SubscriptionProtocol(operation.payload, connectionInit: operation.connectionInit).script
      .map { Array($0.utf8) }
  }

  /// When what stands in place of a body would be said; `nil` if a body is one.
  var sayingOfScript: String? {
    guard let script else { return nil }
    let fallback =
      operation != nil && operation?.transport == nil
      ? "if the server opens none, the query is sent by POST, to be answered by server-sent events" : nil
    let said = script.isEmpty ? nil : "the messages below the head are sent once the WebSocket is open"
    let words = [said, fallback].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }
}
