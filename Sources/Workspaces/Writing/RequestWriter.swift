/// Applies the edit of a definition to the tree of its file; unchanged parts keep their form.
struct RequestWriter {
  let old: RequestDefinition
  let new: RequestDefinition

  var fields = RequestDefinition.fields

  /// The tree of a new file.
  /// - Parameter hasDefaults: whether it contains the default settings, as Bruno's new files do. In a draft they would
  ///   become settings of the request, which win over the user's.
  static func file(
    _ definition: RequestDefinition, fields: [Field<RequestDefinition>] = RequestDefinition.fields,
    hasDefaults: Bool = true
  ) -> YAMLNode {
    var complete = definition
    if hasDefaults {
      for kind in SettingKind.all where kind.isInNewFiles(ofConversation: definition.kind.isConversation) {
        kind.type.complete(&complete.settings)
      }
    }
    var root = YAMLNode.map([("info", .map([("type", .string(definition.kind.word))]))])
    fields.write(&root, from: nil, to: complete, order: KeyOrder.top)
    return root
  }

  func tree(_ root: YAMLNode) -> YAMLNode {
    var root = root
    var former = old
    if old.kind != new.kind { former = convert(&root) }
    fields.write(&root, from: former, to: new, order: KeyOrder.top)
    return root
  }

  /// Converts between HTTP requests, WebSockets and calls: renames the block, and keeps the keys that both have.
  /// - Returns: the definition that the converted tree has.
  private func convert(_ root: inout YAMLNode) -> RequestDefinition {
    var former = old
    former.kind = new.kind
    former.method = new.method + "-"
    former.params = []
    former.body = .none
    former.conversation = ConversationDefinition()
    if new.kind == .webSocket { former.conversation.keepAliveInterval = -1 }
    root.update(at: ["info"], order: KeyOrder.top) { $0.put("type", .string(new.kind.word), order: $1) }
    var block = root[old.kind.word] ?? .map([])
    for key in ["method", "methodType", "protoFilePath", "params", "body", "message"] { block.put(key, nil) }
    // Calls use another key for headers.
    if let (was, now) = headerKeys, let headers = block[was] {
      block.put(was, nil)
      block.put(now, headers, order: KeyOrder.below[new.kind.word] ?? [])
    }
    root.put(old.kind.word, nil)
    root.put(new.kind.word, block, order: KeyOrder.top)
    if old.kind.isConversation {
      root.update("settings") { $0.put(ConversationDefinition.keepAliveKey, nil) }
      root.update(at: ["extensions", "apus"], order: KeyOrder.top) { apus, _ in
        for key in ["params", "messages", "grpc"] { apus.put(key, nil) }
      }
    }
    return former
  }

  /// The keys of the headers before and after a conversion; `nil` if the key stays the same.
  private var headerKeys: (String, String)? {
    guard (old.kind == .grpc) != (new.kind == .grpc) else { return nil }
    return old.kind == .grpc ? ("metadata", "headers") : ("headers", "metadata")
  }
}
