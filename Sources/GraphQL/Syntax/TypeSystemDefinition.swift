/// A definition in a schema's text: a type, a directive, or the schema itself; or an extension of one (`extend`).
package struct TypeSystemDefinition: Hashable, Sendable {
  /// The kind of definition.
  package enum Kind: String, Hashable, Sendable {
    case schema, scalar, type, interface, union, `enum`, input, directive
  }

  package var kind: Kind
  package var isExtension: Bool
  /// `nil` for the schema.
  package var name: NamePlace?
  package var description: String?
  package var directives: [DirectiveUse] = []
  /// The interfaces that an object or interface implements.
  package var interfaces: [NamePlace] = []
  package var fields: [FieldDefinition] = []
  /// The fields of an input object, or the arguments of a directive.
  package var inputs: [InputDefinition] = []
  package var members: [NamePlace] = []
  package var values: [EnumValueDefinition] = []
  package var operationTypes: [OperationType] = []
  package var isRepeatable = false
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

/// A type as written for fields, arguments and variables: `[User!]!`.
package indirect enum TypeReference: Hashable, Sendable, CustomStringConvertible {
  case named(String)
  case list(TypeReference)
  case nonNull(TypeReference)

  /// The type in GraphQL syntax.
  package var description: String {
    switch self {
    case .named(let name): name
    case .list(let item): "[\(item)]"
    case .nonNull(let type): "\(type)!"
    }
  }

  /// The name of the innermost type.
  package var name: String {
    switch self {
    case .named(let name): name
    case .list(let inner), .nonNull(let inner): inner.name
    }
  }

  package var isNonNull: Bool { if case .nonNull = self { true } else { false } }
  package var isList: Bool { if case .list = nullable { true } else { false } }

  /// The type without its outermost `!`.
  package var nullable: TypeReference { if case .nonNull(let type) = self { type } else { self } }

  /// The type of the items of a list, nullable or not; `nil` for any other type.
  package var item: TypeReference? { if case .list(let item) = nullable { item } else { nil } }
}

/// The locations of directives (October 2021, section 3.13).
package enum DirectiveLocation: String, Hashable, Sendable, CaseIterable {
  case query = "QUERY"
  case mutation = "MUTATION"
  case subscription = "SUBSCRIPTION"
  case field = "FIELD"
  case fragmentDefinition = "FRAGMENT_DEFINITION"
  case fragmentSpread = "FRAGMENT_SPREAD"
  case inlineFragment = "INLINE_FRAGMENT"
  case variableDefinition = "VARIABLE_DEFINITION"
  case schema = "SCHEMA"
  case scalar = "SCALAR"
  case object = "OBJECT"
  case fieldDefinition = "FIELD_DEFINITION"
  case argumentDefinition = "ARGUMENT_DEFINITION"
  case interface = "INTERFACE"
  case union = "UNION"
  case enumType = "ENUM"
  case enumValue = "ENUM_VALUE"
  case inputObject = "INPUT_OBJECT"
  case inputFieldDefinition = "INPUT_FIELD_DEFINITION"
}

extension OperationKind {
  var location: DirectiveLocation {
    switch self {
    case .query: .query
    case .mutation: .mutation
    case .subscription: .subscription
    }
  }
}
