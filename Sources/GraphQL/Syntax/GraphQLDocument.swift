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

  /// The operation that is sent: the one with this name, or the only one without a name given; `nil` if there is none.
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

/// A name and where it stands.
package struct NamePlace: Hashable, Sendable {
  package var text: String
  package var range: Range<Int>
}

/// What an operation does.
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
  /// Without the dollar sign; the range includes it.
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
  package var range: Range<Int>
}

/// A type as it is written, and where its parts stand.
package struct TypeExpression: Hashable, Sendable {
  package var type: TypeReference
  /// Where the name of the innermost type stands.
  package var name: NamePlace
  package var range: Range<Int>
}
