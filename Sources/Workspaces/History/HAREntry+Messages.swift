import Basics
import Networking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The messages of a conversation, in the form that browsers use for a WebSocket in an archive (`type`, `time`,
/// `opcode`, `data`), and how it ended. Each message is masked and stored like a body, and so are secrets that the borders
/// between messages cut in pieces.
extension HAREntry {
  /// Further messages are counted but not stored, and so are those that would make the entry larger than `mostBytes`.
  static let mostMessages = 10_000
  /// In bytes, for all messages together.
  static let mostBytes = 64_000_000

  /// `nil` for HTTP.
  func messages(_ conversation: Conversation?) -> JSONValue? {
    conversation.map { .array(redaction.masked(cutIn: kept($0)).map(message)) }
  }

  /// The number and size of the messages that were not stored; `nil` if all of them were.
  func omittedMessages(_ conversation: Conversation?) -> JSONValue? {
    guard let conversation else { return nil }
    let (all, kept) = (conversation.messages, kept(conversation))
    guard kept.count < all.count else { return nil }
    return .object(["count": .int(all.count - kept.count), "size": .int(all.size - kept.size)])
  }

  func close(_ close: Conversation.Close?) -> JSONValue? {
    close.map {
      .object([
        "code": $0.code.map { .int($0) }, "reason": .string($0.reason), "name": $0.name.map { .string($0) },
        "details": $0.details.map { .string($0) },
      ])
    }
  }

  private func kept(_ conversation: Conversation) -> ConversationMessages {
    var room = Self.mostBytes
    let numbers = (0..<min(conversation.messages.count, Self.mostMessages)).prefix { number in
      room -= conversation.messages.head(of: number).size
      return room >= 0
    }
    return conversation.messages.starting(numbers.count)
  }

  func message(_ message: ConversationMessage) -> JSONValue {
    let content = content(message.body, ContentLabel(""))
    let time = Quantity.fixed(message.date.timeIntervalSince1970, 6)
    return .object([
      "type": .string(message.direction.word), "time": .number(time), "opcode": .int(message.kind.opcode),
      "_kind": message.kind.isNamed ? .string(message.kind.rawValue) : nil,
      "data": content.text ?? .string(""), "_encoding": content.isBase64 ? .string("base64") : nil,
      "_file": content.file, "_omitted": content.omitted,
    ])
  }
}

extension HAREntryReader {
  /// `nil` for an HTTP entry, which has no messages.
  func conversation(_ entry: JSONValue) -> Conversation? {
    guard let messages = entry["_messages"]?.array else { return nil }
    let close = Conversation.Close(
      code: entry["_close"]?["code"]?.int, reason: entry["_close"]?["reason"]?.string ?? "",
      name: entry["_close"]?["name"]?.string, details: entry["_close"]?["details"]?.string)
    return Conversation(state: .closed(close), messages: messages.compactMap(message))
  }

  func message(_ node: JSONValue) -> ConversationMessage? {
    guard let direction = ConversationMessage.Direction(word: node["type"]?.string) else { return nil }
    let kind = node["_kind"]?.string.map(ConversationMessage.Kind.init) ?? .init(opcode: node["opcode"]?.int ?? 1)
    let body = text(
      node["data"]?.string, isBase64: node["_encoding"]?.string == "base64", file: node["_file"]?.string)
    return ConversationMessage(
      direction, kind, body ?? ByteStore([]), at: Date(timeIntervalSince1970: node["time"]?.double ?? 0))
  }
}

/// The opcodes of RFC 6455, section 11.8, which archives use for every protocol.
extension ConversationMessage.Kind {
  private static let opcodes: [Self: Int] = [.text: 1, .binary: 2, .ping: 9, .pong: 10]

  fileprivate var opcode: Int { Self.opcodes[self] ?? 1 }
  /// Whether it has no opcode, so that its name is written.
  fileprivate var isNamed: Bool { Self.opcodes[self] == nil }

  fileprivate init(opcode: Int) {
    self = Self.opcodes.first { $0.value == opcode }?.key ?? .text
  }
}
