import Basics

/// The conversation in a file: its named messages, and the settings of the connection.
package struct ConversationDefinition: Hashable, Sendable {
  /// A message in the file.
  package struct Message: Hashable, Sendable {
    package var name: String
    /// As written: `text`, `json`, `xml` or `binary`, whose data is Base64.
    package var kind: String
    package var data: String
    package var isSelected: Bool

    package init(_ name: String, kind: String = "text", _ data: String, isSelected: Bool = false) {
      self.name = name
      self.kind = kind
      self.data = data
      self.isSelected = isSelected
    }

    /// The default name of a message, by its position in the list.
    package static func standardName(at index: Int) -> String { "message \(index + 1)" }

    func hasStandardName(at index: Int) -> Bool { name.isEmpty || name == Self.standardName(at: index) }
  }

  /// The key below `settings:`.
  static let keepAliveKey = "keepAliveInterval"

  package var messages: [Message]
  /// Milliseconds between pings; 0 for none.
  package var keepAliveInterval: Double
  /// The fields of a gRPC call.
  package var call = CallDefinition()

  package init(messages: [Message] = [], keepAliveInterval: Double = 0) {
    self.messages = messages
    self.keepAliveInterval = keepAliveInterval
  }

  /// Selects only the messages with these names, in this order.
  /// - Returns: the first name that no message has, if there is one.
  package mutating func select(_ names: [String]) -> String? {
    var chosen: [Message] = []
    for name in names {
      guard var message = messages.first(where: { $0.name == name }) else { return name }
      message.isSelected = true
      chosen.append(message)
    }
    messages = chosen
    return nil
  }

  /// True if it has messages, but none is selected.
  var saysNothing: Bool { !messages.isEmpty && !messages.contains(where: \.isSelected) }

  /// Selects all.
  package mutating func selectAll() {
    for index in messages.indices { messages[index].isSelected = true }
  }

  /// Selects nothing.
  package mutating func selectNone() {
    for index in messages.indices { messages[index].isSelected = false }
  }
}

/// Reads `message` and `settings` of a WebSocket's file (opencollection.md, section 8).
enum ConversationReader {
  static func conversation(
    _ block: YAMLNode?, of root: YAMLNode, _ reader: inout NodeReader
  ) -> ConversationDefinition {
    let interval = root["settings"]?[ConversationDefinition.keepAliveKey]?.number ?? 0
    var conversation = ConversationDefinition(
      messages: messages(block?["message"], &reader), keepAliveInterval: interval)
    // Apus's own key; in the format, one message is always selected.
    if root["extensions"]?["apus"]?["messages"]?.text == "none" {
      conversation.selectNone()
    } else if conversation.saysNothing {
      conversation.messages[0].isSelected = true
    }
    return conversation
  }

  /// Reads the fields that only gRPC calls have (section 9), and those that the format has no place for.
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

  /// One unnamed message, which is selected, or a list of named ones with `selected` set for some; if it is set for
  /// none, the first is selected.
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

/// Writes the fields that only conversations have: saved messages, the connection's settings, and under
/// `extensions.apus` those that the format has no place for.
extension RequestWriter {
  var keepAliveChanged: Bool {
    new.kind == .webSocket && old.conversation.keepAliveInterval != new.conversation.keepAliveInterval
  }

  /// Converts between HTTP requests, WebSockets and calls: renames the block, and keeps the keys that both have.
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
    // Calls use another key for headers.
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

  /// The keys of the headers before and after a conversion; `nil` if the key stays the same.
  private var headerKeys: (String, String)? {
    guard (old.kind == .grpc) != (new.kind == .grpc) else { return nil }
    return old.kind == .grpc ? ("metadata", "headers") : ("headers", "metadata")
  }

  /// A single unnamed message is written by itself; several, or a named one, as a list.
  func changeMessages(_ block: inout YAMLNode) {
    let (old, new) = (old.conversation.messages, new.conversation.messages)
    guard old != new else { return }
    let rows = RowsWriter<ConversationDefinition.Message>.messages
    if let node = block["message"], node.items != nil {
      return block.put("message", rows.list(node, from: old, to: new), order: Self.blockOrder)
    }
    guard new.count == 1, new[0].hasStandardName(at: 0), new[0].isSelected else {
      // A message that was written by itself keeps its form as the first of the list.
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

  /// Writes parameters that the URL does not contain, and whether no message is selected.
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
  /// The parameters that its URL does not contain: values of path segments, and disabled rows of the query.
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
          // The message is a plain element of the list.
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
