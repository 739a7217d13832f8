/// Reads `message` and `settings` of a WebSocket's file (opencollection.md, section 8).
enum ConversationReader {
  static func conversation(
    _ block: YAMLNode?, of root: YAMLNode, _ reader: inout NodeReader
  ) -> ConversationDefinition {
    let interval = root["settings"]?[ConversationDefinition.keepAliveKey]?.number ?? 0
    var conversation = ConversationDefinition(
      messages: messages(block?["message"], &reader), keepAliveInterval: interval)
    // Our own word: the format always means one of them.
    if root["extensions"]?["apus"]?["messages"]?.text == "none" {
      conversation.selectNone()
    } else if conversation.saysNothing {
      conversation.messages[0].isSelected = true
    }
    return conversation
  }

  /// What only a call of gRPC has (section 9), and what the format has no place for.
  static func call(_ block: YAMLNode?, _ more: YAMLNode?, _ reader: inout NodeReader) -> CallDefinition {
    var call = CallDefinition()
    call.methodType = reader.text(block?["methodType"], "methodType")
    call.protoFile = reader.text(block?["protoFilePath"], "protoFilePath")
    call.compresses = more?["compress"]?.bool == true
    let carrier = reader.text(more?["carrier"], "carrier")
    if let known = CallDefinition.Carrier(rawValue: carrier) {
      call.carrier = known
    } else {
      reader.hint(more, "carrier is neither web nor web-text; the call is made over HTTP/2")
    }
    return call
  }

  /// One unnamed message, which is sent, or a list of named ones, of which those that are selected are; without any,
  /// the first.
  private static func messages(_ node: YAMLNode?, _ reader: inout NodeReader) -> [ConversationDefinition.Message] {
    guard let node, !node.isNull else { return [] }
    guard let items = node.items else {
      var message = message(node, ConversationDefinition.Message.standardName(at: 0), &reader)
      message.isSelected = true
      return message.data.isEmpty ? [] : [message]
    }
    return items.enumerated().map { index, item in
      var title = item["title"]?.text ?? ""
      if title.isEmpty { title = ConversationDefinition.Message.standardName(at: index) }
      var message = message(item["message"] ?? item, title, &reader)
      message.isSelected = item["selected"]?.bool == true
      return message
    }
  }

  private static func message(
    _ node: YAMLNode, _ name: String, _ reader: inout NodeReader
  ) -> ConversationDefinition.Message {
    guard node.entries != nil else { return .init(name, reader.text(node, "a message")) }
    let kind = reader.text(node["type"], "a message's type")
    return .init(name, kind: kind.isEmpty ? "text" : kind, reader.text(node["data"], "a message's data"))
  }
}
