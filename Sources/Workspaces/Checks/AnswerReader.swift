import Basics
import Documents
package import HTTPModel
import HTTPTypes

/// Evaluates paths in one answer for assertions and captures; the body is parsed at most once, when a path refers to
/// it.
///
/// The time grows with the body: not for the main thread.
package struct AnswerReader {
  /// In bytes; a path finds nothing in a larger body.
  package static let largestBody = 128 << 20

  private let exchange: Exchange
  /// Of expressions that are JavaScript.
  private let values: ExpressionValues
  private var body: JSONValue?
  /// The body as text, after its first use.
  private var text = ""
  /// Read from the body at most once.
  private lazy var messages = MessageReader(exchange)
  /// The reason why the body is not JSON.
  private var bodyFault: JSONError?

  package init(_ exchange: Exchange, _ values: ExpressionValues = ExpressionValues()) {
    (self.exchange, self.values) = (exchange, values)
  }

  /// Judges every enabled assertion; `resolve` replaces the variables in the expected values.
  mutating func results(
    of assertions: [Assertion], files: CheckFiles, budget: CheckBudget? = nil, resolve: (String) -> ResolvedText
  ) -> [AssertionResult] {
    var budget = budget ?? CheckBudget(forBytes: exchange.body?.count ?? 0)
    return assertions.filter(\.isEnabled).map { assertion in
      var result = AssertionResult(expression: assertion.words(assertion.value), passed: false)
      do throws(CheckFault) {
        let expected: String
        if let script = assertion.valueScript {
          expected = try exchange.isAnswered ? values.value(of: script).text : assertion.value
          result.expression = assertion.words(expected)
        } else {
          let resolved = resolve(assertion.value)
          expected = resolved.text
          result.expression = assertion.words(expected)
          if exchange.isAnswered, let missing = resolved.unresolved.first { throw .words(missing.problem) }
        }
        result.add(try verdict(on: assertion, expected, files, &budget))
      } catch {
        result.actual = error.description
        result.explains = assertion.ownOperator != nil
      }
      return result
    }
  }

  private mutating func verdict(
    on assertion: Assertion, _ expected: String, _ files: CheckFiles, _ budget: inout CheckBudget
  ) throws(CheckFault) -> CheckVerdict {
    guard let check = CheckOperator(written: assertion.operator) else {
      throw .words("there is no operator \(assertion.operator)")
    }
    guard exchange.isAnswered else { throw .words("there is no answer") }
    if let script = assertion.leftScript {
      return try verdict(check, on: values.value(of: script), text: nil, expected, &budget)
    }
    guard let expression = CheckExpression(assertion.expression), let value = value(of: assertion.expression) else {
      throw .words("only paths such as res.body.id are supported")
    }
    if isUnread(assertion.expression) { throw .words("the body is too large to search") }
    switch check {
    case .matchesSchema:
      if case .undefined = value { throw .words("there is nothing at \(assertion.expression)") }
      if let bodyFault, expression.isBody { throw .words("the body is \(bodyFault.description)") }
      return try files.schemaVerdict(
        on: value, at: assertion.expression, by: expected, spending: &budget.schemas)
    case .sameAsRecorded:
      return try files.snapshotVerdict(on: exchange, expression, leavingOut: expected, spending: &budget.paths)
    default: return try verdict(check, on: value, text: expression.isBody ? text : nil, expected, &budget)
    }
  }

  private func verdict(
    _ check: CheckOperator, on value: CheckValue, text: String?, _ expected: String, _ budget: inout CheckBudget
  ) throws(CheckFault) -> CheckVerdict {
    let passed = try check.holds(value, text: text, expected, spending: &budget.patterns)
    // The text alone would look like the expected one.
    let isAlike = check == .eq && !passed && value.text == CheckOperand.value(expected).text
    return CheckVerdict(passed: passed, actual: isAlike ? value.typedText : value.text)
  }

  /// The variables that the captures set; a capture whose expression finds nothing sets none.
  package mutating func captured(by captures: [Capture]) -> [VariableInputs.Pair] {
    captures.filter { $0.isEnabled && !$0.variable.isEmpty }.compactMap { capture in
      // An expression that failed has no value.
      let value = capture.script.map { try? values.value(of: $0) } ?? value(of: capture.expression)
      guard case .value(let json)? = value else { return nil }
      return VariableInputs.Pair(capture.variable, json.plainText, json: json)
    }
  }

  /// The value of an expression; `nil` if it is not a path.
  package mutating func value(of text: String) -> CheckValue? {
    guard let expression = CheckExpression(text) else { return nil }
    guard expression.root == .response else { return CheckExpression.follow(expression.steps, from: bodyNode()) }
    guard let first = expression.steps.first else { return .undefined }
    let rest = expression.steps.dropFirst()
    switch first {
    case .name("status"), .name("statusCode"):
      return rest.isEmpty ? .number(Double(exchange.response?.status.code ?? 0)) : .undefined
    case .name("statusText"): return .text(exchange.response?.status.reasonPhrase ?? "")
    case .name("responseTime"):
      return rest.isEmpty ? .number((exchange.transferTime / .milliseconds(1)).rounded()) : .undefined
    case .name("url"): return .text(exchange.finalURL ?? "")
    case .name("headers"): return header(rest)
    case .name("messages"): return messages.messages(rest)
    case .name("message"): return messages.last(rest)
    case .name("close"): return messages.close(rest)
    case .name("grpc"): return messages.call(rest)
    case .name("body"), .name("data"): return CheckExpression.follow(rest, from: bodyNode())
    default: return .undefined
    }
  }

  private func header(_ steps: ArraySlice<CheckExpression.Step>) -> CheckValue {
    guard case .name(let name)? = steps.first else { return .undefined }
    let folded = name.lowercased()
    let values = (exchange.response?.headers.fields ?? []).filter { $0.name.lowercased() == folded }.map(\.value)
    guard !values.isEmpty else { return .undefined }
    return CheckExpression.follow(steps.dropFirst(), from: .string(values.joined(separator: ", ")))
  }

  /// True if an expression refers to a body that is too large.
  private func isUnread(_ text: String) -> Bool {
    guard (exchange.body?.count ?? 0) > Self.largestBody, let expression = CheckExpression(text) else { return false }
    return expression.root != .response || [.name("body"), .name("data")].contains(expression.steps.first)
  }

  /// The body as JSON if it is JSON, else as text.
  private mutating func bodyNode() -> JSONValue {
    if let body { return body }
    // A tree of values takes many times the memory of its text.
    guard let store = exchange.answerBody, store.count <= Self.largestBody else { return .null }
    let bytes = exchange.textBytes(of: store)
    text = String(decoding: bytes, as: UTF8.self)
    let node: JSONValue
    do throws(JSONError) { node = try JSONValue(parsing: bytes) } catch {
      bodyFault = error
      node = .string(text)
    }
    body = node
    return node
  }
}

extension Assertion {
  /// The assertion in one text, with its value as compared.
  fileprivate func words(_ value: String) -> String {
    [expression, self.operator, value].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension Exchange {
  /// True if there is something to judge: a response head, or the messages of a protocol without one.
  package var isAnswered: Bool { response != nil || conversation != nil }
}

/// Evaluates paths into the messages of a conversation for assertions and captures: `messages.length`,
/// `messages[0].data.id`, `messages[2].text`, `close.code`, and `message` for the last one. For an HTTP exchange, the
/// messages are the events or lines of a streamed answer, otherwise request and response.
struct MessageReader {
  /// The roots of such paths, also without `res`.
  static let roots = ["messages", "message", "close", "grpc"]

  let exchange: Exchange
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

  /// The value of the steps after `message`, in the last message.
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

  /// The value of the steps after `grpc`: the result of a call. `status` is a number, `name` its name, `trailers` by
  /// name.
  func call(_ steps: ArraySlice<CheckExpression.Step>) -> CheckValue {
    guard let close = exchange.conversation?.close, let name = close.name else { return .undefined }
    let trailers = (exchange.response?.callTrailers.fields ?? []).map { JSONValue.Member($0.name, .string($0.value)) }
    // Details that are not JSON remain available as a trailer.
    let details = close.details.flatMap { try? JSONValue(parsing: Array($0.utf8)) }
    let node = JSONValue.object([
      "status": close.code.map { .int($0) }, "name": .string(name), "message": .string(close.reason),
      "details": details, "trailers": JSONValue.object(trailers),
    ])
    return CheckExpression.follow(steps, from: node)
  }

  private func node(_ index: Int) -> JSONValue {
    if let streamed { return node(streamed, index) }
    // The messages that open and close a protocol are not counted.
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
    let type = message.direction == .incoming ? exchange.response?.headers["Content-Type"] : nil
    let isAnswer = exchange.conversation == nil
    return .object(members + Self.content(AnswerText.utf8(message.body.allBytes, contentType: isAnswer ? type : nil)))
  }

  private static func content(_ bytes: [UInt8]) -> [JSONValue.Member] {
    let text = JSONValue.string(String(decoding: bytes, as: UTF8.self))
    // Invalid JSON stays text.
    return [.init("text", text), .init("data", (try? JSONValue(parsing: bytes)) ?? text)]
  }
}

extension Exchange {
  /// The answer as text in UTF-8, as the screen shows it; `nil` without a body.
  package var textBytes: [UInt8]? { answerBody.map { textBytes(of: $0) } }

  func textBytes(of body: ByteStore) -> [UInt8] {
    AnswerText.utf8(body.allBytes, contentType: answerType)
  }
}
