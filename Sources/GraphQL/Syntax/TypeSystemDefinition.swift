/// A definition of a schema's text: a type, a directive, or the schema itself; or what is added to one (`extend`).
package struct TypeSystemDefinition: Hashable, Sendable {
  /// What is defined.
  package enum Kind: String, Hashable, Sendable {
    case schema, scalar, type, interface, union, `enum`, input, directive
  }

  package var kind: Kind
  package var isExtension: Bool
  /// `nil` for the schema.
  package var name: NamePlace?
  package var description: String?
  package var directives: [DirectiveUse] = []
  /// What an object or interface implements.
  package var interfaces: [NamePlace] = []
  package var fields: [FieldDefinition] = []
  /// The fields of an input object, or the arguments of a directive.
  package var inputs: [InputDefinition] = []
  package var members: [NamePlace] = []
  package var values: [EnumValueDefinition] = []
  package var operationTypes: [OperationType] = []
  package var isRepeatable = false
  /// Where a directive may stand.
  package var locations: [NamePlace] = []
  package var range: Range<Int>

  /// `query: Query` of the schema.
  package struct OperationType: Hashable, Sendable {
    package var kind: OperationKind
    package var type: NamePlace
  }
}

/// `name(argument: Type): Type @directive` of an object or interface.
package struct FieldDefinition: Hashable, Sendable {
  package var name: NamePlace
  package var description: String?
  package var arguments: [InputDefinition]
  package var type: TypeExpression
  package var directives: [DirectiveUse]
}

/// `name: Type = default @directive`: an argument, or a field of an input object.
package struct InputDefinition: Hashable, Sendable {
  package var name: NamePlace
  package var description: String?
  package var type: TypeExpression
  package var defaultValue: InputLiteral?
  package var directives: [DirectiveUse]
}

/// A value of an enum.
package struct EnumValueDefinition: Hashable, Sendable {
  package var name: NamePlace
  package var description: String?
  package var directives: [DirectiveUse]
}
