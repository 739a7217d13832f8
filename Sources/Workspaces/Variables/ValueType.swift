package import Basics

/// The JSON type of a variable's value that is not a text, as `type` in a file names it.
package enum ValueType: String, Hashable, Sendable {
  case number, boolean, null
  /// An object or a list.
  case object

  /// `nil` for a text.
  package init?(of value: JSONValue) {
    switch value {
    case .string: return nil
    case .number: self = .number
    case .bool: self = .boolean
    case .null: self = .null
    case .array, .object: self = .object
    }
  }

  /// The value of a text; `nil` if the text does not convert, which is a text then, as in Bruno.
  func json(_ text: String) -> JSONValue? {
    if self == .null, text.isEmpty { return .null }
    // A text that is no JSON may still be a number of JavaScript.
    if let value = try? JSONValue(parsing: Array(text.utf8)) { return ValueType(of: value) == self ? value : nil }
    guard self == .number, let number = Double(text.trimmed), number.isFinite else { return nil }
    return .number(NumberText.text(number))
  }
}

/// The value of a variable: the text for `{{name}}`, and its type for scripts.
package struct VariableValue: Hashable, Sendable {
  package var text: String
  /// `nil` for a text.
  package var type: ValueType?

  package init(_ text: String, type: ValueType? = nil) {
    (self.text, self.type) = (text, type)
  }

  package init(_ json: JSONValue) {
    self.init(json.plainText, type: ValueType(of: json))
  }

  /// `nil` for a text.
  package var json: JSONValue? { type?.json(text) }
}

extension Row {
  /// The value of a variable with its type.
  package var typedValue: VariableValue {
    get { VariableValue(value, type: type) }
    set { (value, type) = (newValue.text, newValue.type) }
  }

  /// A variable.
  package init(_ name: String, _ value: VariableValue) {
    self.init(name, value.text)
    type = value.type
  }
}

extension VariableTable.Entry {
  /// The value with its type.
  package var typedValue: VariableValue { json.map { VariableValue($0) } ?? VariableValue(value) }

  /// A variable of a file. A secret is a text, since only texts are masked wherever they occur.
  init(_ row: Row, isSecret: Bool = false, origin: VariableTable.Origin, source: UserValueSource? = nil) {
    let json = isSecret ? nil : row.typedValue.json
    self.init(row.name, row.value, json: json, isSecret: isSecret, origin: origin, source: source)
  }
}
