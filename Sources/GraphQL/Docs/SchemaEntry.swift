/// One line about a schema, for lists: a type, or something that a type or a directive has.
package struct SchemaEntry: Hashable, Sendable {
  /// What the line is about.
  package enum Kind: Hashable, Sendable {
    case type(SchemaType.Kind)
    case field, argument, inputField, value, directive
    /// What the type implements.
    case interface
    /// What the type stands for: the members of a union, the objects that implement an interface.
    case possibleType
  }

  package var kind: Kind
  /// The type, the field or the directive that it belongs to: `Query`, `Query.user`, `@skip`.
  package var owner: String?
  package var name: String
  /// The line: `user(id: ID!): User`.
  package var signature: String
  package var description: String?
  /// Why it should not be used any more; `nil` if it may.
  package var deprecation: String?
  /// The type that one goes to from here.
  package var target: String?
}

extension GraphQLSchema {
  /// What a type has, in the order of its schema: interfaces, fields, values, what it stands for.
  package func entries(of type: SchemaType) -> [SchemaEntry] {
    var entries = type.interfaces.map { entry(.interface, $0, of: type) }
    entries += type.fields.map { field in
      SchemaEntry(
        kind: .field, owner: type.name, name: field.name, signature: field.signature, description: field.description,
        deprecation: field.deprecation, target: field.type.name)
    }
    entries += type.inputFields.map { Self.entry(.inputField, $0, of: type.name) }
    entries += type.values.map { value in
      SchemaEntry(
        kind: .value, owner: type.name, name: value.name, signature: value.name, description: value.description,
        deprecation: value.deprecation)
    }
    if type.isAbstract { entries += possibleTypes(of: type).map { entry(.possibleType, $0, of: type) } }
    return entries
  }

  /// The arguments of a field.
  package func entries(of field: SchemaField, in type: SchemaType) -> [SchemaEntry] {
    field.arguments.map { Self.entry(.argument, $0, of: "\(type.name).\(field.name)") }
  }

  /// A type as a line of its own.
  package func entry(of type: SchemaType) -> SchemaEntry {
    SchemaEntry(
      kind: .type(type.kind), name: type.name, signature: "\(type.kind.keyword) \(type.name)",
      description: type.description, target: type.name)
  }

  private func entry(_ kind: SchemaEntry.Kind, _ name: String, of type: SchemaType) -> SchemaEntry {
    SchemaEntry(
      kind: kind, owner: type.name, name: name, signature: name, description: self.type(name)?.description,
      target: name)
  }

  private static func entry(_ kind: SchemaEntry.Kind, _ input: SchemaInput, of owner: String) -> SchemaEntry {
    SchemaEntry(
      kind: kind, owner: owner, name: input.name, signature: input.signature, description: input.description,
      deprecation: input.deprecation, target: input.type.name)
  }
}

extension SchemaType.Kind {
  /// The word that defines such a type in a schema's text.
  package var keyword: String {
    switch self {
    case .scalar: "scalar"
    case .object: "type"
    case .interface: "interface"
    case .union: "union"
    case .enum: "enum"
    case .input: "input"
    }
  }
}
