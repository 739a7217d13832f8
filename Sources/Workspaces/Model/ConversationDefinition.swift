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

    /// True if it can be written without a list while it is the only one.
    fileprivate var isPlain: Bool { isSelected && (name.isEmpty || name == Self.standardName(at: 0)) }
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
  var saysNothing: Bool {
    get { !messages.isEmpty && !messages.contains(where: \.isSelected) }
    set { if newValue { selectNone() } }
  }

  package mutating func selectAll() {
    for index in messages.indices { messages[index].isSelected = true }
  }

  /// Selects nothing.
  package mutating func selectNone() {
    for index in messages.indices { messages[index].isSelected = false }
  }
}

extension RequestDefinition {
  /// The parameters that its URL does not contain: values of path segments, and disabled rows of the query. The format
  /// has no parameters for a WebSocket, so its file stores these under a key of Apus.
  var parametersBesideURL: [Parameter] {
    get {
      params.filter { parameter in
        let isBlank = parameter.row.name.isEmpty && parameter.row.value.isEmpty
        return parameter.place == .path ? !parameter.row.value.isEmpty : !parameter.row.isEnabled && !isBlank
      }
    }
    set { params = newValue }
  }
}

extension ConversationDefinition {
  /// Whether no message is selected, under a key of Apus; in the format, one message is always selected.
  static let selectionField: Field<RequestDefinition> = {
    let type = FieldType<Bool>(
      empty: false, read: { _, _, _ in nil }, node: { $0 ? .string("none") : nil }, json: { _ in nil },
      readJSON: { _, _, _ in nil })
    var field = Field(
      "selection", \.conversation.saysNothing, type, at: .apus(["messages"]), of: [.webSocket, .call]
    ).inFilesOnly
    field.read = { root, definition, _ in
      if root[at: ["extensions", "apus", "messages"]]?.text == "none" {
        definition.conversation.selectNone()
      } else if definition.conversation.saysNothing {
        definition.conversation.messages[0].isSelected = true
      }
    }
    return field
  }()
}

extension ConversationDefinition.Message {
  fileprivate static let fields: [Field<Self>] = [
    Field("name", \.name, .text.always), Field("type", \.kind, .text.always),
    Field("data", \.data, .text.always), Field("selected", \.isSelected, .flag.always),
  ]

  /// The messages in our JSON.
  fileprivate static let shape = RowShape(
    start: Self("", ""), fields: fields, order: [], name: \.name,
    words: { ($0.isSelected ? "" : "(off) ") + "\($0.kind) \($0.data)" })
}

extension FieldType where Value == [ConversationDefinition.Message] {
  /// The messages of a WebSocket (opencollection.md, section 8).
  static var messages: FieldType { messages(put: MessagesWriter.put) }

  /// The messages of a call (section 9).
  static var callMessages: FieldType { messages(put: MessagesWriter.putOfCall) }

  private static func messages(put: @escaping Put) -> FieldType {
    let rows = FieldType.rows(ConversationDefinition.Message.shape)
    return FieldType(
      empty: [], read: { node, _, reader in MessagesReader.messages(node, &reader) }, put: put, json: rows.json,
      readJSON: rows.readJSON, merge: rows.merge
    ).inJSON
  }
}

/// Reads `message` of a WebSocket or a call.
private enum MessagesReader {
  /// One unnamed message, which is selected, or a list of named ones with `selected` set for some; if it is set for
  /// none, the first is selected.
  static func messages(_ node: YAMLNode, _ reader: inout NodeReader) -> [ConversationDefinition.Message] {
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

/// Writes `message` of a WebSocket or a call. A single unnamed message is written by itself; several, or a named one, as
/// a list.
private enum MessagesWriter {
  private typealias Message = ConversationDefinition.Message
  private static let messageOrder = ["type", "data"]

  @Sendable static func put(
    _ block: inout YAMLNode, _ key: String, _ old: [ConversationDefinition.Message],
    _ new: [ConversationDefinition.Message], _ order: [String]
  ) {
    if let node = block[key], node.items != nil {
      return block.put(key, rows.list(node, from: old, to: new), order: order)
    }
    guard new.count == 1, new[0].isPlain else {
      // A message that was written by itself keeps its form as the first of the list.
      let own = old.count == 1 && block[key]?.entries != nil ? block[key] : nil
      let list = own.map { YAMLNode.list([.map([("selected", .bool(old[0].isSelected)), ("message", $0)])]) }
      return block.put(key, rows.list(list, from: list == nil ? [] : old, to: new), order: order)
    }
    var node = block[key] ?? .map([])
    if node.entries == nil { node = .map([]) }
    if node["type"]?.text != new[0].kind { node.put("type", .string(new[0].kind), order: messageOrder) }
    if node["data"]?.text != new[0].data { node.put("data", .string(new[0].data), order: messageOrder) }
    block.put(key, node, order: order)
  }

  @Sendable static func putOfCall(
    _ block: inout YAMLNode, _ key: String, _ old: [ConversationDefinition.Message],
    _ new: [ConversationDefinition.Message], _ order: [String]
  ) {
    let written = block[key]
    if written?.items == nil, new.count == 1, new[0].isPlain {
      return block.put(key, .string(new[0].data), order: order)
    }
    if let written, written.items != nil {
      return block.put(key, callRows.list(written, from: old, to: new), order: order)
    }
    block.put(key, new.isEmpty ? nil : .list(new.map(callRows.make)), order: order)
  }

  private static var rows: RowsWriter<Message> {
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
          if old.kind != new.kind { message.put("type", .string(new.kind), order: messageOrder) }
          if old.data != new.data { message.put("data", .string(new.data), order: messageOrder) }
        }
      })
  }

  /// A message of a call is a text without a kind; unselected ones are not marked.
  private static var callRows: RowsWriter<Message> {
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
        // The message is a plain element of the list.
        if item.entries == nil { item = .map([("message", item)]) }
        if old.name != new.name { item.put("title", new.name.isEmpty ? nil : .string(new.name), order: order) }
        if old.isSelected != new.isSelected {
          item.put("selected", new.isSelected ? .bool(true) : nil, order: order)
        }
        if old.data != new.data { item.put("message", .string(new.data), order: order) }
      })
  }
}
