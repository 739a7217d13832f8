import Basics
import Networking

/// Evaluates paths into the messages of a conversation for assertions and captures: `messages.length`,
/// `messages[0].data.id`, `messages[2].text`, `close.code`, and `message` for the last one. An HTTP exchange has the events
/// or lines of its answer if that holds many, else two messages: request and response.
struct MessageReader {
  /// The roots of such paths, also without `res`.
  static let roots = ["messages", "message", "close", "grpc"]

  let exchange: Exchange
  /// Of an answer that holds many.
  private let streamed: StreamedMessages?

  init(_ exchange: Exchange) {
    self.exchange = exchange
    streamed = exchange.conversation == nil ? StreamedMessages(exchange) : nil
  }

  private var count: Int { streamed?.count ?? exchange.conversation?.messages.saidCount ?? exchange.messages.count }

  /// The value of the steps after `messages`.
  func messages(_ steps: ArraySlice<CheckExpression.Step>) -> CheckValue {
    switch steps.first {
    case nil: return .value(.array((0..<count).map(node)))
    case .name("length"), .name("count"): return steps.count == 1 ? .number(Double(count)) : .undefined
    case .index(let index): return message(index, steps.dropFirst())
    default: return .undefined
    }
  }

  /// The value of the steps after `message`: of the last one.
  func last(_ steps: ArraySlice<CheckExpression.Step>) -> CheckValue { message(count - 1, steps) }

  private func message(_ index: Int, _ steps: ArraySlice<CheckExpression.Step>) -> CheckValue {
    (0..<count).contains(index) ? CheckExpression.follow(steps, from: node(index)) : .undefined
  }

  /// The value of the steps after `close`.
  func close(_ steps: ArraySlice<CheckExpression.Step>) -> CheckValue {
    guard let close = exchange.conversation?.close else { return .undefined }
    let node = JSONValue.object(["code": close.code.map { .int($0) }, "reason": .string(close.reason)])
    return CheckExpression.follow(steps, from: node)
  }

  /// The value of the steps after `grpc`: how a call ended. `status` is a number, `name` its word, `trailers` by name.
  func call(_ steps: ArraySlice<CheckExpression.Step>) -> CheckValue {
    guard let close = exchange.conversation?.close, let name = close.name else { return .undefined }
    let trailers = (exchange.response?.trailers.fields ?? []).map { JSONValue.Member($0.name, .string($0.value)) }
    // Details that are no JSON are the trailer that nothing is known of.
    let details = close.details.flatMap { try? JSONValue(parsing: Array($0.utf8)) }
    let node = JSONValue.object([
      "status": close.code.map { .int($0) }, "name": .string(name), "message": .string(close.reason),
      "details": details, "trailers": JSONValue.object(trailers),
    ])
    return CheckExpression.follow(steps, from: node)
  }

  private func node(_ index: Int) -> JSONValue {
    if let streamed { return node(streamed, index) }
    // How a protocol begins and ends is no answer.
    return node(exchange.messages[exchange.conversation?.messages.position(ofSaid: index) ?? index])
  }

  /// An event or a line; `id` is the event's own.
  private func node(_ streamed: StreamedMessages, _ index: Int) -> JSONValue {
    let head = streamed.head(of: index)
    let range = streamed.range(of: index)
    var members: [JSONValue.Member] = [.init("type", .string(ConversationMessage.Direction.incoming.word))]
    if let event = head.event { members.append(.init("event", .string(event))) }
    if let id = head.id { members.append(.init("id", .string(id))) }
    guard range.count <= AnswerReader.largestBody else { return .object(members) }
    let data = head.isCut ? streamed[index].data : head.data
    return .object(members + [.init("size", .int(data.count))] + Self.content(data))
  }

  /// `data` is the message as JSON if it is JSON, else the same as `text`.
  private func node(_ message: ConversationMessage) -> JSONValue {
    let members: [JSONValue.Member] = [
      .init("type", .string(message.direction.word)), .init("kind", .string(message.kind.rawValue)),
      .init("size", .int(message.size)),
    ]
    // A tree of values takes many times the memory of its text.
    guard message.size <= AnswerReader.largestBody else { return .object(members) }
    return .object(members + Self.content(message.body.allBytes))
  }

  private static func content(_ bytes: [UInt8]) -> [JSONValue.Member] {
    let text = JSONValue.string(String(decoding: bytes, as: UTF8.self))
    // Invalid JSON stays text.
    return [.init("text", text), .init("data", (try? JSONValue(parsing: bytes)) ?? text)]
  }
}
