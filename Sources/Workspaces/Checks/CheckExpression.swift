package import Basics

/// The left side of an assertion: a path into the answer, such as `res.body.items[0].id` or `res.headers['x-a']`, or
/// into the messages of a conversation, such as `messages[0].data.id`.
package struct CheckExpression: Hashable, Sendable {
  package enum Step: Hashable, Sendable {
    case name(String)
    case index(Int)
  }

  /// The start of a path.
  package enum Root: Hashable, Sendable {
    case response
    /// `res('path')`: from the body.
    case body
  }

  package let root: Root
  package let steps: [Step]

  var isBody: Bool { root == .body ? steps.isEmpty : steps == [.name("body")] || steps == [.name("data")] }

  /// True if it is `res`: status, headers and body.
  var isWholeAnswer: Bool { root == .response && steps.isEmpty }

  /// True if it names the body, or something in it, or everything.
  var isAboutBody: Bool {
    root == .body || steps.isEmpty || [.name("body"), .name("data")].contains(steps.first)
  }

  /// `nil` for anything but a path, such as a calculation.
  package init?(_ text: String) {
    var reader = Reader(text)
    guard reader.take("res") else {
      guard let path = Self.path(text.trimmed), case .name(let name)? = path.first, MessageReader.roots.contains(name)
      else { return nil }
      (root, steps) = (.response, path)
      return
    }
    if reader.take("(") {
      guard let inner = reader.quoted(), reader.take(")"), var path = Self.path(inner) else { return nil }
      guard let more = reader.steps() else { return nil }
      path += more
      root = .body
      steps = path
    } else {
      guard let part = reader.getter(), let path = reader.steps() else { return nil }
      root = .response
      steps = part + path
    }
  }

  /// A path without `res` in front: `items[0].id`.
  static func path(_ text: String) -> [Step]? {
    var reader = Reader(text.hasPrefix("[") || text.isEmpty ? text : "." + text)
    return reader.steps()
  }

  /// The value at the end of the path.
  static func follow(_ steps: some Sequence<Step>, from node: JSONValue) -> CheckValue {
    var current = CheckValue.value(node)
    for step in steps {
      guard case .value(let node) = current else { return .undefined }
      switch (node, step) {
      case (.object, .name(let name)): current = node[name].map { .value($0) } ?? .undefined
      case (.object, .index(let index)): current = node[String(index)].map { .value($0) } ?? .undefined
      case (.array(let items), .index(let index)):
        current = items.indices.contains(index) ? .value(items[index]) : .undefined
      case (.array, .name("length")), (.string, .name("length")):
        current = .number(Double(current.count ?? 0))
      default: current = .undefined
      }
    }
    return current
  }
}

/// A parser for paths.
private struct Reader {
  var rest: Substring

  init(_ text: String) {
    rest = Substring(text.trimmed)
  }

  mutating func take(_ word: String) -> Bool {
    guard rest.hasPrefix(word) else { return false }
    rest = rest.dropFirst(word.count)
    return true
  }

  /// A text in single or double quotes.
  mutating func quoted() -> String? {
    guard let quote = rest.first, quote == "'" || quote == "\"", let end = rest.dropFirst().firstIndex(of: quote) else {
      return nil
    }
    let text = String(rest[rest.index(after: rest.startIndex)..<end])
    rest = rest[rest.index(after: end)...]
    return text
  }

  private static let getters = [
    "getStatus": "status", "getStatusText": "statusText", "getHeader": "headers", "getHeaders": "headers",
    "getBody": "body", "getResponseTime": "responseTime", "getUrl": "url",
  ]

  /// The steps for a function of Bruno at the start, such as `.getStatus()` and `.getHeader('x')`; empty without one,
  /// and `nil` for one with other arguments.
  mutating func getter() -> [CheckExpression.Step]? {
    let name = rest.dropFirst().prefix { $0.isLetter }
    guard rest.hasPrefix("."), let part = Self.getters[String(name)], rest[name.endIndex...].hasPrefix("(") else {
      return []
    }
    rest = rest[name.endIndex...].dropFirst()
    var steps = [CheckExpression.Step.name(part)]
    if name == "getHeader" {
      guard let header = quoted() else { return nil }
      steps.append(.name(header))
    }
    return take(")") ? steps : nil
  }

  /// The rest of the text as steps.
  mutating func steps() -> [CheckExpression.Step]? {
    var steps: [CheckExpression.Step] = []
    while !rest.isEmpty {
      if take("?.") || take(".") {
        // Header names contain dashes, which JavaScript does not allow here; they are accepted all the same.
        let name = rest.prefix { $0.isLetter || $0.isNumber || "_$-".contains($0) }
        guard !name.isEmpty else { return nil }
        rest = rest.dropFirst(name.count)
        // `items.0`, as in lodash.
        let index = Int(name).flatMap { String($0) == name ? CheckExpression.Step.index($0) : nil }
        steps.append(index ?? .name(String(name)))
      } else if take("[") {
        if let name = quoted() {
          steps.append(.name(name))
        } else {
          let digits = rest.prefix { $0.isASCII && $0.isNumber }
          guard let index = Int(digits) else { return nil }
          rest = rest.dropFirst(digits.count)
          steps.append(.index(index))
        }
        guard take("]") else { return nil }
      } else {
        return nil
      }
    }
    return steps
  }
}

/// The requirements of an expression on a conversation that is still open.
extension CheckExpression {
  /// The number of messages that must have been exchanged before the expression has a value; `nil` if it uses none.
  package var messageCount: Int? {
    guard root == .response, steps.first == .name("messages"), steps.count > 1, case .index(let index) = steps[1]
    else { return nil }
    return index + 1
  }

  package var countsMessages: Bool {
    root == .response
      && (steps == [.name("messages"), .name("count")] || steps == [.name("messages"), .name("length")])
  }

  /// True if it refers to the end of the conversation.
  package var isAboutClose: Bool { root == .response && [.name("close"), .name("grpc")].contains(steps.first) }

  /// True if it refers to the status of a gRPC call.
  var isAboutCallStatus: Bool { isAboutClose && steps.dropFirst().first != .name("trailers") }

  /// True if it refers to the `errors` of a GraphQL answer.
  var isAboutErrors: Bool {
    let path = root == .body ? steps[...] : isAboutBody ? steps.dropFirst() : []
    return path.first == .name("errors")
  }
}

/// The value that an expression finds in an answer, in the terms of the format's assertions (JavaScript's values).
package enum CheckValue: Hashable, Sendable {
  case undefined
  case value(JSONValue)

  package static func text(_ text: String) -> CheckValue { .value(.string(text)) }
  /// A number; an integer has no decimal point.
  package static func number(_ number: Double) -> CheckValue {
    let whole = Int(exactly: number).map(String.init)
    return .value(.number(whole ?? "\(number)"))
  }

  /// The value as messages and captured variables show it: a text without quotes, everything else as JSON.
  package var text: String {
    switch self {
    case .undefined: "undefined"
    case .value(.string(let text)): text
    case .value(let node): String(decoding: node.compact, as: UTF8.self)
    }
  }

  /// As JSON, with its type: `"true" (a text)`.
  var typedText: String {
    guard case .value(let node) = self else { return text }
    let type =
      switch node {
      case .string: "a text"
      case .number: "a number"
      case .bool: "a boolean"
      case .array: "a list"
      case .object: "an object"
      case .null: "no text"
      }
    return "\(node.text) (\(type))"
  }

  /// With all its digits.
  package var number: DecimalNumber? {
    if case .value(.number(let text)) = self { DecimalNumber(text) } else { nil }
  }

  /// True if the values are equal; numbers, and texts that hold a number, compare by numeric value.
  package func equals(_ other: CheckValue) -> Bool {
    if let left = number, let right = other.number { return left == right }
    if case .value(.string(let left)) = self, case .value(.number(let right)) = other { return left == right }
    return self == other
  }

  /// Truthiness as in JavaScript.
  package var isTruthy: Bool {
    switch self {
    case .undefined, .value(.null), .value(.bool(false)), .value(.string("")): false
    case .value(.number(let text)): !DecimalNumber(text).isZero
    default: true
    }
  }

  /// The number of characters, elements or members; `nil` for other values.
  package var count: Int? {
    switch self {
    case .value(.string(let text)): text.utf16.count
    case .value(.array(let items)): items.count
    case .value(.object(let members)): members.count
    default: nil
    }
  }
}
