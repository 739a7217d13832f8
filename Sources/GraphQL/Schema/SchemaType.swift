/// A type of a schema.
package struct SchemaType: Hashable, Sendable {
  /// The kinds of types, as introspection names them.
  package enum Kind: String, Hashable, Sendable {
    case scalar = "SCALAR"
    case object = "OBJECT"
    case interface = "INTERFACE"
    case union = "UNION"
    case `enum` = "ENUM"
    case input = "INPUT_OBJECT"
  }

  package var name: String
  package var kind: Kind
  package var description: String?
  /// Of an object or interface, in the order of the schema.
  package var fields: [SchemaField] = []
  /// Of an input object.
  package var inputFields: [SchemaInput] = []
  /// Of an enum.
  package var values: [SchemaEnumValue] = []
  /// The names of the interfaces that an object or interface implements.
  package var interfaces: [String] = []
  /// The names of the objects of a union, as the schema lists them.
  package var members: [String] = []
  /// Where the format of a scalar is specified.
  package var specifiedBy: String?
  /// An input object of which exactly one field is given.
  package var isOneOf = false
  /// The places of the fields by name, for types that have many.
  var fieldPlaces: [String: Int] = [:]

  package init(name: String, kind: Kind, description: String? = nil) {
    self.name = name
    self.kind = kind
    self.description = description
  }

  /// The field with this name; not the meta field `__typename`.
  package func field(_ name: String) -> SchemaField? {
    if fieldPlaces.isEmpty { return fields.first { $0.name == name } }
    return fieldPlaces[name].map { fields[$0] }
  }

  package func inputField(_ name: String) -> SchemaInput? { inputFields.first { $0.name == name } }
  package func value(_ name: String) -> SchemaEnumValue? { values.first { $0.name == name } }

  /// Object, interface or union: what has selections.
  package var isComposite: Bool { kind == .object || kind == .interface || kind == .union }
  /// Interface or union: what several objects can be.
  package var isAbstract: Bool { kind == .interface || kind == .union }
  /// Scalar or enum: what has no selections.
  package var isLeaf: Bool { kind == .scalar || kind == .enum }
  package var isInput: Bool { isLeaf || kind == .input }
  package var isOutput: Bool { kind != .input }

  mutating func indexFields() {
    guard fields.count > 12 else { return }
    for (place, field) in fields.enumerated() where fieldPlaces[field.name] == nil { fieldPlaces[field.name] = place }
  }
}

/// A field of an object or interface.
package struct SchemaField: Hashable, Sendable {
  package var name: String
  package var description: String?
  package var arguments: [SchemaInput] = []
  package var type: TypeReference
  /// Why it should not be used any more; `nil` if it may. Empty if the schema gives no reason.
  package var deprecation: String?

  package func argument(_ name: String) -> SchemaInput? { arguments.first { $0.name == name } }

  /// `name(argument: Type = default): Type`
  package var signature: String {
    let list = arguments.isEmpty ? "" : "(\(arguments.map(\.signature).joined(separator: ", ")))"
    return "\(name)\(list): \(type)"
  }
}

/// An argument, or a field of an input object.
package struct SchemaInput: Hashable, Sendable {
  package var name: String
  package var description: String?
  package var type: TypeReference
  /// As GraphQL writes it.
  package var defaultValue: String?
  /// Why it should not be used any more; `nil` if it may. Empty if the schema gives no reason.
  package var deprecation: String?

  /// Whether a value must be given.
  package var isRequired: Bool { type.isNonNull && defaultValue == nil }

  /// `name: Type = default`
  package var signature: String { "\(name): \(type)" + (defaultValue.map { " = \($0)" } ?? "") }
}

/// A value of an enum.
package struct SchemaEnumValue: Hashable, Sendable {
  package var name: String
  package var description: String?
  /// Why it should not be used any more; `nil` if it may. Empty if the schema gives no reason.
  package var deprecation: String?
}

/// A directive that a schema knows.
package struct SchemaDirective: Hashable, Sendable {
  package var name: String
  package var description: String?
  package var arguments: [SchemaInput] = []
  package var locations: Set<DirectiveLocation> = []
  package var isRepeatable = false

  package func argument(_ name: String) -> SchemaInput? { arguments.first { $0.name == name } }
}
