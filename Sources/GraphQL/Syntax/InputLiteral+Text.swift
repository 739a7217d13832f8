extension InputLiteral: CustomStringConvertible {
  /// The value on one line, as GraphQL writes it.
  package var description: String {
    switch kind {
    case .variable(let name): "$\(name)"
    case .int(let text), .float(let text), .enumValue(let text): text
    case .string(let text, _): StringLiteral.quoted(text)
    case .bool(let value): value ? "true" : "false"
    case .null: "null"
    case .list(let items): "[\(items.map(\.description).joined(separator: ", "))]"
    case .object(let fields):
      "{\(fields.map { "\($0.name.text): \($0.value.description)" }.joined(separator: ", "))}"
    }
  }

  /// A text that two values share exactly if they are written alike but for the order of the fields of objects.
  var canonicalText: String {
    switch kind {
    case .string(let text, let isBlock): (isBlock ? "b" : "") + StringLiteral.quoted(text)
    case .list(let items): "[\(items.map(\.canonicalText).joined(separator: ","))]"
    case .object(let fields):
      "{\(fields.map { "\($0.name.text):\($0.value.canonicalText)" }.sorted().joined(separator: ","))}"
    default: description
    }
  }
}
