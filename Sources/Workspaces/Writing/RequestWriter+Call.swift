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
    if old.conversation.messages != new.conversation.messages {
      let messages = new.conversation.messages.map(Self.message)
      block.put("message", messages.isEmpty ? nil : .list(messages), order: order)
    }
    if old.authentication != new.authentication {
      let node = AuthenticationWriter.node(
        authMoves ? nil : block["auth"], from: old.authentication, to: new.authentication)
      block.put("auth", node, order: order)
    }
  }

  private static func message(_ message: ConversationDefinition.Message) -> YAMLNode {
    var fields: [(String, YAMLNode)] = [("title", .string(message.name))]
    if message.isSelected { fields.append(("selected", .bare("true"))) }
    return .map(fields + [("message", .string(message.data))])
  }

  /// What the format has no place for.
  func changeCallExtension(_ root: inout YAMLNode) {
    let (was, now) = (old.conversation.call, new.conversation.call)
    guard was.compresses != now.compresses || was.carrier != now.carrier else { return }
    root.update("extensions", order: Self.topOrder) { extensions in
      extensions.update("apus") { apus in
        apus.update("grpc") { call in
          call.put("compress", now.compresses ? .bare("true") : nil)
          call.put("carrier", now.carrier == .http2 ? nil : .string(now.carrier.rawValue))
        }
      }
    }
  }
}
