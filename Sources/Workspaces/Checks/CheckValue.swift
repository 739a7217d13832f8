package import Basics

/// What an expression found in an answer, in the terms of the format's assertions (JavaScript's values).
package enum CheckValue: Hashable, Sendable {
  case undefined
  case value(JSONValue)

  /// A text value.
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

  package var number: Double? { if case .value(.number(let text)) = self { Double(text) } else { nil } }

  /// Whether the values are equal; numbers, and texts that hold a number, compare by numeric value.
  package func equals(_ other: CheckValue) -> Bool {
    if let left = number, let right = other.number { return left == right }
    if case .value(.string(let left)) = self, case .value(.number(let right)) = other { return left == right }
    return self == other
  }

  /// Truthiness as in JavaScript.
  package var isTruthy: Bool {
    switch self {
    case .undefined, .value(.null), .value(.bool(false)), .value(.string("")): false
    case .value(.number(let text)): Double(text).map { $0 != 0 && !$0.isNaN } ?? false
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
