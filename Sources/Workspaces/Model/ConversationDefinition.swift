import Basics

/// What a file says of a conversation: the messages that it keeps by name, and how the connection is kept.
package struct ConversationDefinition: Hashable, Sendable {
  /// A message that the file keeps.
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

    /// What a message without a name is called, by its place in the list.
    package static func standardName(at index: Int) -> String { "message \(index + 1)" }

    func hasStandardName(at index: Int) -> Bool { name.isEmpty || name == Self.standardName(at: index) }
  }

  /// Below `settings:` of its file.
  static let keepAliveKey = "keepAliveInterval"

  package var messages: [Message]
  /// Milliseconds between pings of our own; 0 for none.
  package var keepAliveInterval: Double
  /// Of a call of gRPC.
  package var call = CallDefinition()

  package init(messages: [Message] = [], keepAliveInterval: Double = 0) {
    self.messages = messages
    self.keepAliveInterval = keepAliveInterval
  }

  /// Selects the messages with these names, in this order, and no other.
  /// - Returns: a name that no message has, if there is one.
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

  /// Whether it has messages, and none is sent by itself.
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
