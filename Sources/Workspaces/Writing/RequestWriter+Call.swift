/// A call of gRPC in its file (opencollection.md, section 9).
extension RequestWriter {
  static let callOrder = ["url", "method", "methodType", "protoFilePath", "metadata", "message", "auth"]

  func changeCall(_ block: inout YAMLNode, _ authMoves: Bool) {
    let order = Self.callOrder
    func put(_ key: String, _ before: String, _ after: String) {
      if before != after { block.put(key, after.isEmpty ? nil : .string(after), order: order) }
    }
    let (was, now) = (old.conversation.call, new.conversation.call)
    if old.url != new.url { block.put("url", .string(new.url), order: order) }
    if old.method != new.method { block.put("method", .string(new.method), order: order) }
    put("methodType", was.methodType, now.methodType)
    put("protoFilePath", was.protoFile, now.protoFile)
    if old.headers != new.headers {
      let list = RowsWriter.plain.list(block["metadata"], from: old.headers, to: new.headers)
      block.put("metadata", list, order: order)
    }
    changeCallMessages(&block)
    changeAuthentication(&block, authMoves, order)
  }

  /// One unnamed message is a text; several, or a named one, are a list.
  private func changeCallMessages(_ block: inout YAMLNode) {
    let (old, new) = (old.conversation.messages, new.conversation.messages)
    guard old != new else { return }
    let rows = RowsWriter<ConversationDefinition.Message>.callMessages
    let written = block["message"]
    if written?.items == nil, new.count == 1, new[0].hasStandardName(at: 0), new[0].isSelected {
      return block.put("message", .string(new[0].data), order: Self.callOrder)
    }
    if let written, written.items != nil {
      return block.put("message", rows.list(written, from: old, to: new), order: Self.callOrder)
    }
    block.put("message", new.isEmpty ? nil : .list(new.map(rows.make)), order: Self.callOrder)
  }

  /// What the format has no place for.
  func changeCallExtension(_ root: inout YAMLNode) {
    let (was, now) = (old.conversation.call, new.conversation.call)
    guard was.compresses != now.compresses || was.carrier != now.carrier else { return }
    changeExtensions(&root) { apus in
      apus.update("grpc") { call in
        call.put("compress", now.compresses ? .bare("true") : nil)
        call.put("carrier", now.carrier == .http2 ? nil : .string(now.carrier.rawValue))
      }
    }
  }
}

extension RowsWriter where Element == ConversationDefinition.Message {
  /// A message of a call is a text, without a kind; one that is not selected does not say so.
  fileprivate static var callMessages: RowsWriter {
    let order = ["title", "selected", "message"]
    return RowsWriter(
      isRow: { _ in true },
      name: \.name,
      make: { message in
        .map([
          ("title", message.name.isEmpty ? nil : .string(message.name)),
          ("selected", message.isSelected ? .bool(true) : nil), ("message", .string(message.data)),
        ])
      },
      change: { item, old, new in
        // The message stands in the list by itself.
        if item.entries == nil { item = .map([("message", item)]) }
        if old.name != new.name { item.put("title", new.name.isEmpty ? nil : .string(new.name), order: order) }
        if old.isSelected != new.isSelected {
          item.put("selected", new.isSelected ? .bool(true) : nil, order: order)
        }
        if old.data != new.data { item.put("message", .string(new.data), order: order) }
      })
  }
}
