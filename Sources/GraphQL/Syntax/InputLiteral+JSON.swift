package import Basics

extension InputLiteral {
  /// A constant as JSON; a variable, which no constant holds, is null.
  package var constant: JSONValue {
    switch kind {
    case .int(let text), .float(let text): .number(text)
    case .string(let text, _), .enumValue(let text): .string(text)
    case .bool(let value): .bool(value)
    case .null, .variable: .null
    case .list(let items): .array(items.map(\.constant))
    case .object(let fields): .object(fields.map { JSONValue.Member($0.name.text, $0.value.constant) })
    }
  }
}
