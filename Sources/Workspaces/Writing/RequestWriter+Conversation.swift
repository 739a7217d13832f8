/// What the file of a WebSocket or a call has that no other request has: saved messages, how the connection is kept, and under
/// `extensions.apus` what the format has no place for.
extension RequestWriter {
  var keepAliveChanged: Bool {
    new.kind == .webSocket && old.conversation.keepAliveInterval != new.conversation.keepAliveInterval
  }

  /// A request of HTTP, a WebSocket or a call that becomes another of them: its block is called otherwise and keeps what
  /// both have.
  func converting(_ root: YAMLNode) -> YAMLNode {
    var root = root
    var former = old
    former.kind = new.kind
    former.method = new.method + "-"
    former.params = []
    former.body = .none
    former.conversation = ConversationDefinition()
    if new.kind == .webSocket { former.conversation.keepAliveInterval = -1 }
    root.update("info", order: Self.topOrder) { $0.put("type", .string(new.kind.word), order: Self.infoOrder) }
    var block = root[old.kind.word] ?? .map([])
    for key in ["method", "methodType", "protoFilePath", "params", "body", "message"] { block.put(key, nil) }
    // A call names its headers otherwise.
    if let (was, now) = headerKeys, let headers = block[was] {
      block.put(was, nil)
      block.put(now, headers, order: new.kind == .grpc ? Self.callOrder : Self.blockOrder)
    }
    root.put(old.kind.word, nil)
    root.put(new.kind.word, block, order: Self.topOrder)
    if old.kind.isConversation {
      root.update("settings") { $0.put(ConversationDefinition.keepAliveKey, nil) }
      changeExtensions(&root) { apus in
        for key in ["params", "messages", "grpc"] { apus.put(key, nil) }
      }
    }
    return RequestWriter(old: former, new: new).tree(root)
  }

  /// What the headers are called before and after a conversion; `nil` if they keep their name.
  private var headerKeys: (String, String)? {
    guard (old.kind == .grpc) != (new.kind == .grpc) else { return nil }
    return old.kind == .grpc ? ("metadata", "headers") : ("headers", "metadata")
  }

  /// One unnamed message stands by itself; several, or a named one, are a list.
  func changeMessages(_ block: inout YAMLNode) {
    let (old, new) = (old.conversation.messages, new.conversation.messages)
    guard old != new else { return }
    let rows = RowsWriter<ConversationDefinition.Message>.messages
    if let node = block["message"], node.items != nil {
      return block.put("message", rows.list(node, from: old, to: new), order: Self.blockOrder)
    }
    guard new.count == 1, new[0].hasStandardName(at: 0), new[0].isSelected else {
      // The message that stood by itself keeps its form as the first of the list.
      let own = old.count == 1 && block["message"]?.entries != nil ? block["message"] : nil
      let list = own.map { YAMLNode.list([.map([("selected", .bool(old[0].isSelected)), ("message", $0)])]) }
      return block.put("message", rows.list(list, from: list == nil ? [] : old, to: new), order: Self.blockOrder)
    }
    var node = block["message"] ?? .map([])
    if node.entries == nil { node = .map([]) }
    if node["type"]?.text != new[0].kind { node.put("type", .string(new[0].kind), order: Self.messageOrder) }
    if node["data"]?.text != new[0].data { node.put("data", .string(new[0].data), order: Self.messageOrder) }
    block.put("message", node, order: Self.blockOrder)
  }

  static var messageOrder: [String] { ["type", "data"] }

  /// Parameters that the URL does not say, and that no message is sent by itself.
  func changeConversation(_ root: inout YAMLNode) {
    // A call has no parameters.
    let (oldRows, newRows) = new.kind == .grpc ? ([], []) : (old.unsaidParameters, new.unsaidParameters)
    let saysNothing = new.conversation.saysNothing
    guard oldRows != newRows || old.conversation.saysNothing != saysNothing else { return }
    changeExtensions(&root) { apus in
      if oldRows != newRows {
        apus.put("params", RowsWriter.parameters.list(apus["params"], from: oldRows, to: newRows))
      }
      if old.conversation.saysNothing != saysNothing { apus.put("messages", saysNothing ? .string("none") : nil) }
    }
  }

  func changeExtensions(_ root: inout YAMLNode, _ change: (inout YAMLNode) -> Void) {
    root.update("extensions", order: Self.topOrder) { $0.update("apus", change) }
  }
}

extension RequestDefinition {
  /// The parameters that its URL does not say: values in the path, and rows of the query that are switched off.
  fileprivate var unsaidParameters: [Parameter] {
    params.filter { parameter in
      let isBlank = parameter.row.name.isEmpty && parameter.row.value.isEmpty
      return parameter.place == .path ? !parameter.row.value.isEmpty : !parameter.row.isEnabled && !isBlank
    }
  }
}

extension RowsWriter where Element == ConversationDefinition.Message {
  fileprivate static var messages: RowsWriter {
    let order = ["title", "selected", "message"]
    return RowsWriter(
      isRow: { _ in true },
      name: \.name,
      make: { message in
        .map([
          ("title", message.name.isEmpty ? nil : .string(message.name)), ("selected", .bool(message.isSelected)),
          ("message", .map([("type", .string(message.kind)), ("data", .string(message.data))])),
        ])
      },
      change: { item, old, new in
        if item["message"] == nil, item.entries == nil || item["data"] != nil {
          // The message stands in the list by itself.
          item = .map([("message", item.entries == nil ? .map([("data", item)]) : item)])
        }
        if old.name != new.name { item.put("title", new.name.isEmpty ? nil : .string(new.name), order: order) }
        if old.isSelected != new.isSelected { item.put("selected", .bool(new.isSelected), order: order) }
        guard old.kind != new.kind || old.data != new.data else { return }
        item.update("message", order: order) { message in
          if old.kind != new.kind { message.put("type", .string(new.kind), order: RequestWriter.messageOrder) }
          if old.data != new.data { message.put("data", .string(new.data), order: RequestWriter.messageOrder) }
        }
      })
  }
}
