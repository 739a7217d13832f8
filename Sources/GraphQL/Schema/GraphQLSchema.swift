/// What a server offers: its types and directives, read from introspection or from a schema's text. A value; types name each
/// other, so that circles among them cost nothing.
package struct GraphQLSchema: Hashable, Sendable {
  package var description: String?
  /// In the order of the source.
  package private(set) var types: [SchemaType]
  package private(set) var directives: [SchemaDirective]
  /// The names of the root types.
  package private(set) var roots: [OperationKind: String]
  private var places: [String: Int] = [:]
  /// The objects that an interface or union stands for, in the order of the schema.
  private var objects: [String: [String]] = [:]
  /// Everything that implements an interface or belongs to a union, for questions about one pair.
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

  /// The type whose fields an operation of this kind selects from; `nil` if the server has no such operations.
  package func root(_ kind: OperationKind) -> SchemaType? { roots[kind].flatMap { type($0) } }

  /// The names of the objects that a composite type stands for; of an object, its own.
  package func possibleTypes(of type: SchemaType) -> [String] {
    type.kind == .object ? [type.name] : objects[type.name] ?? []
  }

  /// The field of a type with this name, with the meta fields: `__typename` of every composite type, `__schema` and `__type`
  /// of the root of queries.
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

  /// Whether values of the type are values of the abstract one.
  func isSubtype(_ name: String, of abstract: String) -> Bool { subtypes[abstract]?.contains(name) == true }

  /// Whether some object is of both composite types.
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

  /// Whether a value of the first type can stand where the second is expected.
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
