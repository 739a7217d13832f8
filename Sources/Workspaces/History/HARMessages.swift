import Basics
import Essentials
import HTTPModel

/// The messages of a conversation, in the form that browsers use for a WebSocket in an archive (`type`, `time`,
/// `opcode`, `data`), and its end. Each message is masked and stored like a body.
extension HAREntry {
  /// Further messages are counted but not stored, as are those that would make the entry larger than `mostBytes`.
  static let mostMessages = 10_000
  /// In bytes, for all messages together.
  static let mostBytes = 64_000_000

  /// `nil` for HTTP.
  func messages(_ conversation: Conversation?) -> JSONValue? {
    conversation.map { .array(kept($0).map(message)) }
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
  /// True if it has no opcode, so that its name is written.
  fileprivate var isNamed: Bool { Self.opcodes[self] == nil }

  fileprivate init(opcode: Int) {
    self = Self.opcodes.first { $0.value == opcode }?.key ?? .text
  }
}

/// The format of the messages in an entry's body, and their arrival times; the messages themselves are ranges of the
/// body.
extension HAREntry {
  /// The maximum number of arrival times stored.
  static let mostArrivals = 10_000

  /// `nil` for a body that is one document.
  func stream(_ messages: StreamedMessages?, isJoined: Bool) -> JSONValue? {
    guard let messages else { return nil }
    let arrivals = messages.arrivals
    return .object([
      "format": .string(messages.format.word), "joined": isJoined ? .bool(true) : nil,
      "times": arrivals.count > Self.mostArrivals
        ? nil : .array(arrivals.map { .array([.int($0.count), .int($0.milliseconds)]) }),
    ])
  }
}

extension HAREntryReader {
  /// The messages of the body, even if its head does not declare them: after a reconnection, the head may be the last
  /// one.
  func streamed(_ entry: JSONValue, in exchange: Exchange) -> StreamedMessages? {
    let node = entry["_stream"]
    let format = node?["format"]?.string.flatMap(MessageFormat.init(word:)) ?? exchange.response?.messageFormat
    guard let format, let body = exchange.body else { return nil }
    let arrivals = (node?["times"]?.array ?? []).compactMap { pair -> StreamedMessages.Arrival? in
      guard let count = pair.array?.first?.int, let time = pair.array?.dropFirst().first?.int, count > 0 else {
        return nil
      }
      return StreamedMessages.Arrival(count: count, milliseconds: time)
    }
    return StreamedMessages(
      format, of: body, since: exchange.startedAt, arrivals: arrivals, isOver: exchange.failure == nil)
  }
}

extension MessageFormat {
  /// The name in records.
  var word: String {
    switch self {
    case .events: "events"
    case .lines: "lines"
    case .parts: "parts"
    }
  }

  /// `nil` for any other word; the boundary of parts is in their content type.
  init?(word: String) {
    switch word {
    case "events": self = .events
    case "lines": self = .lines
    default: return nil
    }
  }
}

extension ConversationMessage.Direction {
  /// The direction's name in archives.
  package var word: String {
    switch self {
    case .outgoing: "send"
    case .incoming: "receive"
    }
  }

  /// `nil` for any other word.
  init?(word: String?) {
    switch word {
    case "send": self = .outgoing
    case "receive": self = .incoming
    default: return nil
    }
  }
}
