import Basics
import HTTPTypes
package import Networking

/// Evaluates paths in one answer for assertions and captures; the body is parsed at most once, when a path refers to
/// it.
///
/// The time grows with the body: not for the main thread.
package struct AnswerReader {
  /// In bytes; a path finds nothing in a larger body.
  package static let largestBody = 128 << 20

  private let exchange: Exchange
  private var body: JSONValue?
  /// Read from the body at most once.
  private lazy var messages = MessageReader(exchange)
  /// Why the body is no JSON.
  private var bodyFault: JSONError?

  package init(_ exchange: Exchange) {
    self.exchange = exchange
  }

  /// Judges every enabled assertion; `resolve` replaces the variables in the expected values.
  mutating func results(
    of assertions: [Assertion], files: CheckFiles, budget: CheckBudget? = nil, resolve: (String) -> String
  ) -> [AssertionResult] {
    var budget = budget ?? CheckBudget(forBytes: exchange.body?.count ?? 0)
    return assertions.filter(\.isEnabled).map { assertion in
      let expected = resolve(assertion.value)
      let words = [assertion.expression, assertion.operator, expected].filter { !$0.isEmpty }.joined(separator: " ")
      var result = AssertionResult(expression: words, passed: false)
      do throws(CheckFault) { result.add(try verdict(on: assertion, expected, files, &budget)) } catch {
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
    default:
      let passed = try check.holds(value, expected, spending: &budget.patterns)
      return CheckVerdict(passed: passed, actual: value.text)
    }
  }

  /// The variables that the captures set; a capture whose expression finds nothing sets none.
  package mutating func captured(by captures: [Capture]) -> [VariableInputs.Pair] {
    captures.filter { $0.isEnabled && !$0.variable.isEmpty }.compactMap { capture in
      guard let value = value(of: capture.expression), value != .undefined else { return nil }
      return VariableInputs.Pair(capture.variable, value.text)
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

  /// Whether an expression refers to a body that is too large.
  private func isUnread(_ text: String) -> Bool {
    guard (exchange.body?.count ?? 0) > Self.largestBody, let expression = CheckExpression(text) else { return false }
    return expression.root != .response || [.name("body"), .name("data")].contains(expression.steps.first)
  }

  /// The body as JSON if it is JSON, else as text.
  private mutating func bodyNode() -> JSONValue {
    if let body { return body }
    // A tree of values takes many times the memory of its text.
    guard let store = exchange.body, store.count <= Self.largestBody else { return .null }
    let bytes = store.allBytes
    let node: JSONValue
    do throws(JSONError) { node = try JSONValue(parsing: bytes) } catch {
      bodyFault = error
      node = .string(String(decoding: bytes, as: UTF8.self))
    }
    body = node
    return node
  }
}

extension Exchange {
  /// Whether there is anything to judge: a response head, or the messages of a protocol without one.
  package var isAnswered: Bool { response != nil || conversation != nil }
}
