import Basics
import Workspaces

extension InsomniaReader {
  /// A WebSocket.
  /// - Parameter payloads: the texts that were saved with it (`websocket_payload`).
  mutating func webSocket(_ node: JSONValue, payloads: [JSONValue]) -> RequestDefinition {
    var made = request(node)
    made.kind = .webSocket
    made.method = ""
    made.body = .none
    let saved = payloads + (node["payloads"]?.array ?? [])
    made.conversation.messages = saved.enumerated().map { index, payload in
      let name = payload["name"]?.string ?? "message \(index + 1)"
      let kind = payload["mode"]?.string?.utf8.holds("json") == true ? "json" : "text"
      // Insomnia says none by itself.
      return .init(name, kind: kind, text(payload["value"]?.string ?? "", at: made.name))
    }
    return made
  }

  /// Whether a node of format 5 is one.
  static func isWebSocket(_ node: JSONValue) -> Bool {
    node["meta"]?["id"]?.string?.hasPrefix("ws-req_") == true
  }
}
