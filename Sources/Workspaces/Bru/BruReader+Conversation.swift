/// Files of the types `ws` and `grpc`, whose blocks Bruno names like their type.
extension BruReader {
  /// A WebSocket, or a call of gRPC.
  mutating func conversation(_ kind: RequestDefinition.Kind, _ type: String) -> RequestDefinition {
    let head = pairs(type)
    func field(_ name: String) -> String { head.first { $0.name == name }?.value ?? "" }
    let isCall = kind == .grpc
    var made = RequestDefinition(
      kind: kind, name: document.value("meta", "name") ?? "Untitled Request", method: isCall ? field("method") : "",
      url: field("url"))
    made.params = rows("params:query").map { Parameter(.query, $0) } + rows("params:path").map { Parameter(.path, $0) }
    made.headers = rows("headers") + (isCall ? rows("metadata") : [])
    made.authentication = authentication(field("auth").isEmpty ? "none" : field("auth"))
    made.conversation.messages = messages("body:\(type)", areSent: isCall)
    made.conversation.call.protoFile = field("protoPath")
    made.conversation.call.methodType = isCall ? field("methodType") : ""
    let interval = pairs("settings").first { $0.name == ConversationDefinition.keepAliveKey }?.value
    made.conversation.keepAliveInterval = interval.flatMap(Double.init) ?? 0
    return made
  }

  /// Each block is one message.
  /// - Parameter areSent: whether a block that does not say so is sent by itself.
  private mutating func messages(_ name: String, areSent: Bool) -> [ConversationDefinition.Message] {
    _ = pairs(name)
    return document.blocks.filter { $0.name == name }.enumerated().map { index, block in
      let pairs = BruText.pairs(block.lines)
      func field(_ name: String) -> String? { pairs.first { $0.name == name }?.value }
      let title = field("name") ?? ""
      return ConversationDefinition.Message(
        title.isEmpty ? ConversationDefinition.Message.standardName(at: index) : title, kind: field("type") ?? "text",
        field("content") ?? "", isSelected: field("selected").map { $0 == "true" } ?? areSent)
    }
  }
}
