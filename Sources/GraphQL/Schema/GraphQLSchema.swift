/// The types and directives of a server, read from introspection or from a schema's text. Types refer to each other by
/// name, so that cycles are plain values.
package struct GraphQLSchema: Hashable, Sendable {
  package var description: String?
  /// The types in the order of the source.
  package private(set) var types: [SchemaType]
  package private(set) var directives: [SchemaDirective]
  /// The names of the root types.
  package private(set) var roots: [OperationKind: String]
  private var places: [String: Int] = [:]
  /// The possible objects of an interface or union, in the order of the schema.
  private var objects: [String: [String]] = [:]
  /// All types that implement an interface or belong to a union, for quick subtype tests.
  private var subtypes: [String: Set<String>] = [:]

  package init(
    types: [SchemaType], directives: [SchemaDirective], roots: [OperationKind: String], description: String? = nil
  ) {
    (self.types, self.directives, self.roots, self.description) = ([], directives, roots, description)
    self.types.reserveCapacity(types.count)
    for var type in types where places[type.name] == nil {
      type.indexFields()
      places[type.name] = self.types.count
      self.types.append(type)
    }
    for type in self.types { addSubtypes(of: type) }
  }

  private mutating func addSubtypes(of type: SchemaType) {
    for interface in type.interfaces {
      subtypes[interface, default: []].insert(type.name)
      if type.kind == .object { objects[interface, default: []].append(type.name) }
    }
    guard type.kind == .union else { return }
    objects[type.name, default: []] += type.members
    subtypes[type.name, default: []].formUnion(type.members)
  }

  package func type(_ name: String) -> SchemaType? { places[name].map { types[$0] } }

  /// The innermost type of a reference.
  package func type(of reference: TypeReference) -> SchemaType? { type(reference.name) }

  package func directive(_ name: String) -> SchemaDirective? { directives.first { $0.name == name } }

  /// The root type for operations of this kind; `nil` if the server does not support them.
  package func root(_ kind: OperationKind) -> SchemaType? { roots[kind].flatMap { type($0) } }

  /// The names of a composite type's possible objects; for an object, its own name.
  package func possibleTypes(of type: SchemaType) -> [String] {
    type.kind == .object ? [type.name] : objects[type.name] ?? []
  }

  /// The field of a type with this name, including the meta fields: `__typename` of every composite type, and
  /// `__schema` and `__type` of the query root.
  package func field(_ name: String, of type: SchemaType) -> SchemaField? {
    if name.utf8.starts(with: "__".utf8) {
      if name == "__typename", type.isComposite { return Self.typename }
      if type.name == roots[.query] {
        if name == "__schema" { return Self.schemaField }
        if name == "__type" { return Self.typeField }
      }
    }
    return type.kind == .object || type.kind == .interface ? type.field(name) : nil
  }

  /// True if the type implements the interface or belongs to the union.
  func isSubtype(_ name: String, of abstract: String) -> Bool { subtypes[abstract]?.contains(name) == true }

  /// True if the two composite types have an object in common.
  package func overlap(_ one: SchemaType, _ other: SchemaType) -> Bool {
    if one.name == other.name { return true }
    switch (one.isAbstract, other.isAbstract) {
    case (true, true):
      let (few, many) = (possibleTypes(of: one), other.name)
      return few.contains { isSubtype($0, of: many) }
    case (true, false): return isSubtype(other.name, of: one.name)
    case (false, true): return isSubtype(one.name, of: other.name)
    case (false, false): return false
    }
  }

  /// True if a value of the first type is allowed where the second is expected.
  func accepts(_ given: TypeReference, as expected: TypeReference) -> Bool {
    switch (given, expected) {
    case (.nonNull(let given), .nonNull(let expected)): accepts(given, as: expected)
    case (_, .nonNull): false
    case (.nonNull(let given), _): accepts(given, as: expected)
    case (.list(let given), .list(let expected)): accepts(given, as: expected)
    case (.list, _), (_, .list): false
    case (.named(let given), .named(let expected)): given == expected || isSubtype(given, of: expected)
    }
  }

  private static let typename = SchemaField(
    name: "__typename", description: "The name of the object's type.", type: .nonNull(.named("String")))
  private static let schemaField = SchemaField(
    name: "__schema", description: "The schema of the server.", type: .nonNull(.named("__Schema")))
  private static let typeField = SchemaField(
    name: "__type", description: "A type of the schema by its name.",
    arguments: [SchemaInput(name: "name", type: .nonNull(.named("String")))], type: .named("__Type"))
}

/// A type of a schema.
package struct SchemaType: Hashable, Sendable {
  /// The kinds of types, as introspection names them.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
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
  /// The fields of an object or interface, in the order of the schema.
  package var fields: [SchemaField] = []
  package var inputFields: [SchemaInput] = []
  package var values: [SchemaEnumValue] = []
  /// The names of the interfaces that an object or interface implements.
  package var interfaces: [String] = []
  /// The names of the objects of a union, as the schema lists them.
  package var members: [String] = []
  /// The URL of a scalar's specification.
  package var specifiedBy: String?
  /// True for an input object that must be given exactly one field.
  package var isOneOf = false
  /// The indices of the fields by name, for types with many fields.
  var fieldPlaces: [String: Int] = [:]

  /// The field with this name, excluding the meta field `__typename`.
  package func field(_ name: String) -> SchemaField? {
    if fieldPlaces.isEmpty { return fields.first { $0.name == name } }
    return fieldPlaces[name].map { fields[$0] }
  }

  package func inputField(_ name: String) -> SchemaInput? { inputFields.first { $0.name == name } }
  package func value(_ name: String) -> SchemaEnumValue? { values.first { $0.name == name } }

  /// True for objects, interfaces and unions, which have selections.
  package var isComposite: Bool { kind == .object || kind == .interface || kind == .union }
  /// True for interfaces and unions, which several objects can satisfy.
  package var isAbstract: Bool { kind == .interface || kind == .union }
  /// True for scalars and enums, which have no selections.
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
  /// The reason for deprecation; `nil` if it is not deprecated, empty if the schema gives no reason.
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
  /// The default value in GraphQL syntax.
  package var defaultValue: String?
  /// The reason for deprecation; `nil` if it is not deprecated, empty if the schema gives no reason.
  package var deprecation: String?

  /// True if a value is required.
  package var isRequired: Bool { type.isNonNull && defaultValue == nil }

  /// `name: Type = default`
  package var signature: String { "\(name): \(type)" + (defaultValue.map { " = \($0)" } ?? "") }
}

/// A value of an enum.
package struct SchemaEnumValue: Hashable, Sendable {
  package var name: String
  package var description: String?
  /// The reason for deprecation; `nil` if it is not deprecated, empty if the schema gives no reason.
  package var deprecation: String?
}

/// A directive that a schema defines.
package struct SchemaDirective: Hashable, Sendable {
  package var name: String
  package var description: String?
  package var arguments: [SchemaInput] = []
  package var locations: Set<DirectiveLocation> = []
  package var isRepeatable = false

  package func argument(_ name: String) -> SchemaInput? { arguments.first { $0.name == name } }
}
