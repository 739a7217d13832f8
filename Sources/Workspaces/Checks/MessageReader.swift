import Basics
import Networking

/// Evaluates paths into the messages of a conversation for assertions and captures: `messages.length`,
/// `messages[0].data.id`, `messages[2].text`, `close.code`. An HTTP exchange has two messages: request and response.
struct MessageReader {
  /// The roots of such paths, also without `res`.
  static let roots = ["messages", "close"]

  let exchange: Exchange

  /// The value of the steps after `messages`.
  func messages(_ steps: ArraySlice<CheckExpression.Step>) -> CheckValue {
    let messages = exchange.messages
    switch steps.first {
    case nil: return .value(.array(messages.map(node)))
    case .name("length"), .name("count"):
      return steps.count == 1 ? .number(Double(messages.count)) : .undefined
    case .index(let index):
      return messages.indices.contains(index)
        ? CheckExpression.follow(steps.dropFirst(), from: node(messages[index])) : .undefined
    default: return .undefined
    }
  }

  /// The value of the steps after `close`.
  func close(_ steps: ArraySlice<CheckExpression.Step>) -> CheckValue {
    guard let close = exchange.conversation?.close else { return .undefined }
    let node = JSONValue.object(["code": close.code.map { .int($0) }, "reason": .string(close.reason)])
    return CheckExpression.follow(steps, from: node)
  }

  /// `data` is the message as JSON if it is JSON, else the same as `text`.
  private func node(_ message: ConversationMessage) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("type", .string(message.direction.word)), .init("kind", .string(message.kind.rawValue)),
      .init("size", .int(message.size)),
    ]
    // A tree of values takes many times the memory of its text.
    guard message.size <= AnswerReader.largestBody else { return .object(members) }
    let bytes = message.body.allBytes
    let text = JSONValue.string(String(decoding: bytes, as: UTF8.self))
    // Invalid JSON stays text.
    members += [.init("text", text), .init("data", (try? JSONValue(parsing: bytes)) ?? text)]
    return .object(members)
  }
}
