package import Basics

/// A parsed GraphQL text: operations and fragments, or the definitions of a schema. All ranges are bytes of UTF-8 of the text.
package struct GraphQLDocument: Hashable, Sendable {
  package var definitions: [Definition]

  /// One definition at the top of a text.
  package enum Definition: Hashable, Sendable {
    case operation(OperationDefinition)
    case fragment(FragmentDefinition)
    case typeSystem(TypeSystemDefinition)
  }

  /// The operations, in the order of the text.
  package var operations: [OperationDefinition] {
    definitions.compactMap { if case .operation(let operation) = $0 { operation } else { nil } }
  }

  /// The fragments, in the order of the text.
  package var fragments: [FragmentDefinition] {
    definitions.compactMap { if case .fragment(let fragment) = $0 { fragment } else { nil } }
  }

  /// The definitions of types, of directives and of the schema, in the order of the text.
  package var typeSystem: [TypeSystemDefinition] {
    definitions.compactMap { if case .typeSystem(let definition) = $0 { definition } else { nil } }
  }

  /// The operation to send: the one with this name, or the only one if no name is given; `nil` if there is none.
  package func operation(named name: String?) -> OperationDefinition? {
    let operations = operations
    guard let name, !name.isEmpty else { return operations.count == 1 ? operations[0] : nil }
    return operations.first { $0.name?.text == name }
  }

  /// The operation around an offset, or the last that starts before it.
  package func operation(at offset: Int) -> OperationDefinition? {
    let operations = operations
    return operations.last { $0.range.lowerBound <= offset } ?? operations.first
  }
}

/// A name and its location.
package struct NamePlace: Hashable, Sendable {
  package var text: String
  package var range: Range<Int>
}

/// The kinds of operations.
package enum OperationKind: String, Hashable, Sendable, CaseIterable {
  case query, mutation, subscription
}

/// `query Name($variable: Type) @directive { … }`
package struct OperationDefinition: Hashable, Sendable {
  package var kind: OperationKind
  /// `nil` for an anonymous operation.
  package var name: NamePlace?
  package var variables: [VariableDefinition]
  package var directives: [DirectiveUse]
  package var selectionSet: SelectionSet
  package var range: Range<Int>
}

/// `$name: Type = default @directive`
package struct VariableDefinition: Hashable, Sendable {
  /// The name without the dollar sign; the range includes it.
  package var name: NamePlace
  package var type: TypeExpression
  package var defaultValue: InputLiteral?
  package var directives: [DirectiveUse]
  package var range: Range<Int>
}

/// `fragment Name on Type @directive { … }`
package struct FragmentDefinition: Hashable, Sendable {
  package var name: NamePlace
  package var typeCondition: NamePlace
  package var directives: [DirectiveUse]
  package var selectionSet: SelectionSet
}

/// A type in a text, with the locations of its parts.
package struct TypeExpression: Hashable, Sendable {
  package var type: TypeReference
  /// The name of the innermost type and its location.
  package var name: NamePlace
  package var range: Range<Int>
}

/// `{ … }`: the selections of an object. The range includes the braces.
package struct SelectionSet: Hashable, Sendable {
  package var selections: [Selection]
  package var range: Range<Int>
}

/// One element of a selection set.
package enum Selection: Hashable, Sendable {
  case field(FieldSelection)
  case spread(FragmentSpread)
  case inline(InlineFragment)

  package var range: Range<Int> {
    switch self {
    case .field(let field): field.range
    case .spread(let spread): spread.range
    case .inline(let inline): inline.range
    }
  }

  package var directives: [DirectiveUse] {
    switch self {
    case .field(let field): field.directives
    case .spread(let spread): spread.directives
    case .inline(let inline): inline.directives
    }
  }
}

/// `alias: name(argument: value) @directive { … }`
package struct FieldSelection: Hashable, Sendable {
  package var alias: NamePlace?
  package var name: NamePlace
  package var arguments: [ArgumentUse]
  package var directives: [DirectiveUse]
  package var selectionSet: SelectionSet?
  package var range: Range<Int>

  /// The name of the field in the answer.
  package var responseName: String { alias?.text ?? name.text }
}

/// `...Name @directive`
package struct FragmentSpread: Hashable, Sendable {
  package var name: NamePlace
  package var directives: [DirectiveUse]
  package var range: Range<Int>
}

/// `... on Type @directive { … }`
package struct InlineFragment: Hashable, Sendable {
  /// `nil` applies to the enclosing type.
  package var typeCondition: NamePlace?
  package var directives: [DirectiveUse]
  package var selectionSet: SelectionSet
  package var range: Range<Int>
}

/// `name: value` in parentheses.
package struct ArgumentUse: Hashable, Sendable {
  package var name: NamePlace
  package var value: InputLiteral
}

/// `@name(argument: value)`
package struct DirectiveUse: Hashable, Sendable {
  package var name: NamePlace
  package var arguments: [ArgumentUse]
  package var range: Range<Int>
}

/// A literal value in a text.
package struct InputLiteral: Hashable, Sendable {
  package var kind: Kind
  package var range: Range<Int>

  /// The kind of the value, with its text.
  package enum Kind: Hashable, Sendable {
    /// The name without the dollar sign.
    case variable(String)
    /// The digits as written.
    case int(String)
    case float(String)
    case string(String, isBlock: Bool)
    case bool(Bool)
    case null
    case enumValue(String)
    case list([InputLiteral])
    case object([ObjectField])
  }

  /// `name: value` in braces.
  package struct ObjectField: Hashable, Sendable {
    package var name: NamePlace
    package var value: InputLiteral
  }

  package var isNull: Bool { kind == .null }
}

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

  /// A text that is equal for two values exactly if they differ only in the order of object fields.
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

extension InputLiteral {
  /// Converts a constant to JSON. Variables, which constants cannot contain, become null.
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
