extension GraphQLSchema {
  /// Parses a schema's text (SDL), with its extensions.
  package init(text: String) throws(SchemaError) {
    try self.init(GraphQLDocument(schema: text))
  }

  /// Builds a schema from definitions, and adds the built-in types and directives.
  package init(_ document: GraphQLDocument) throws(SchemaError) {
    let definitions = document.typeSystem
    guard !definitions.isEmpty else { throw SchemaError("the text defines no types") }
    var reader = DefinitionReader()
    for definition in definitions where !definition.isExtension { reader.add(definition) }
    for definition in definitions where definition.isExtension { reader.extend(definition) }
    reader.addBuiltIn()
    guard reader.roots[.query] != nil else {
      throw SchemaError("the schema has no type for queries: neither \"schema { query: … }\" nor a type named Query")
    }
    self.init(
      types: reader.types, directives: reader.directives, roots: reader.roots, description: reader.description)
  }
}

/// The definitions that every server has implicitly.
enum BuiltInDefinitions {
  static let types: [SchemaType] = reader.types
  static let directives: [SchemaDirective] = reader.directives

  private static let reader: DefinitionReader = {
    var reader = DefinitionReader()
    // This constant text always parses; a test verifies it.
    let document = try? GraphQLDocument(parsing: text)
    for definition in document?.typeSystem ?? [] { reader.add(definition) }
    return reader
  }()

  /// October 2021, sections 3.5, 3.13 and 4.2, with the additions of September 2025.
  static let text = """
    "Textual data." scalar String
    "true or false." scalar Boolean
    "A whole number of 32 bits." scalar Int
    "A number of double precision." scalar Float
    "An identifier: a string, or a whole number." scalar ID

    "Includes the field or fragment only if the argument is true."
    directive @include(if: Boolean!) on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT
    "Leaves the field or fragment out if the argument is true."
    directive @skip(if: Boolean!) on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT
    "Marks what should not be used any more."
    directive @deprecated(reason: String = "No longer supported")
      on FIELD_DEFINITION | ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION | ENUM_VALUE
    "Says where the format of a scalar is specified."
    directive @specifiedBy(url: String!) on SCALAR
    "Marks an input object of which exactly one field is given."
    directive @oneOf on INPUT_OBJECT

    type __Schema {
      description: String
      types: [__Type!]!
      queryType: __Type!
      mutationType: __Type
      subscriptionType: __Type
      directives: [__Directive!]!
    }
    type __Type {
      kind: __TypeKind!
      name: String
      description: String
      specifiedByURL: String
      fields(includeDeprecated: Boolean = false): [__Field!]
      interfaces: [__Type!]
      possibleTypes: [__Type!]
      enumValues(includeDeprecated: Boolean = false): [__EnumValue!]
      inputFields(includeDeprecated: Boolean = false): [__InputValue!]
      ofType: __Type
      isOneOf: Boolean
    }
    type __Field {
      name: String!
      description: String
      args(includeDeprecated: Boolean = false): [__InputValue!]!
      type: __Type!
      isDeprecated: Boolean!
      deprecationReason: String
    }
    type __InputValue {
      name: String!
      description: String
      type: __Type!
      defaultValue: String
      isDeprecated: Boolean!
      deprecationReason: String
    }
    type __EnumValue {
      name: String!
      description: String
      isDeprecated: Boolean!
      deprecationReason: String
    }
    type __Directive {
      name: String!
      description: String
      isRepeatable: Boolean!
      locations: [__DirectiveLocation!]!
      args(includeDeprecated: Boolean = false): [__InputValue!]!
    }
    enum __TypeKind { SCALAR OBJECT INTERFACE UNION ENUM INPUT_OBJECT LIST NON_NULL }
    enum __DirectiveLocation { \(DirectiveLocation.allCases.map(\.rawValue).joined(separator: " ")) }
    """
}

extension GraphQLDocument {
  package init(schema text: String) throws(SchemaError) {
    do { self = try GraphQLDocument(parsing: text, isSchema: true) } catch { throw SchemaError("\(error)") }
  }
}

/// Builds types from the definitions of a text, one after the other.
struct DefinitionReader {
  private(set) var types: [SchemaType] = []
  private(set) var directives: [SchemaDirective] = []
  private(set) var roots: [OperationKind: String] = [:]
  private(set) var description: String?
  private var places: [String: Int] = [:]
  private var namesRoots = false

  /// Adds a definition; the first of a name counts.
  mutating func add(_ definition: TypeSystemDefinition) {
    guard let name = definition.name?.text else {
      description = definition.description
      namesRoots = true
      addRoots(definition)
      return
    }
    if definition.kind == .directive {
      guard !directives.contains(where: { $0.name == name }) else { return }
      directives.append(Self.directive(name, definition))
    } else if let kind = definition.kind.ofType, places[name] == nil {
      places[name] = types.count
      types.append(SchemaType(name: name, kind: kind, description: definition.description))
      extend(definition)
    }
  }

  /// Adds an extension to its type.
  mutating func extend(_ definition: TypeSystemDefinition) {
    guard let name = definition.name?.text else { return addRoots(definition) }
    guard let place = places[name], types[place].kind == definition.kind.ofType else { return }
    types[place].fields += definition.fields.map(Self.field)
    types[place].inputFields += definition.inputs.map(Self.input)
    types[place].values += definition.values.map {
      SchemaEnumValue(name: $0.name.text, description: $0.description, deprecation: Self.deprecation($0.directives))
    }
    types[place].interfaces += definition.interfaces.map(\.text)
    types[place].members += definition.members.map(\.text)
    for directive in definition.directives {
      if directive.name.text == "oneOf" { types[place].isOneOf = true }
      if directive.name.text == "specifiedBy" { types[place].specifiedBy = Self.string("url", of: directive) }
    }
  }

  private mutating func addRoots(_ definition: TypeSystemDefinition) {
    for root in definition.operationTypes { roots[root.kind] = root.type.text }
  }

  /// Adds the built-in types and directives, and the roots by their default names. Scalars are added only if the schema
  /// uses them.
  mutating func addBuiltIn() {
    if !namesRoots {
      let usual: [OperationKind: String] = [.query: "Query", .mutation: "Mutation", .subscription: "Subscription"]
      for (kind, name) in usual where roots[kind] == nil && places[name] != nil { roots[kind] = name }
    }
    var used: Set<String> = ["String", "Boolean"]
    for type in types {
      used.formUnion(type.fields.map(\.type.name))
      used.formUnion(type.inputFields.map(\.type.name))
      for field in type.fields { used.formUnion(field.arguments.map(\.type.name)) }
    }
    for directive in directives { used.formUnion(directive.arguments.map(\.type.name)) }
    for type in BuiltInDefinitions.types where places[type.name] == nil {
      guard type.kind != .scalar || used.contains(type.name) else { continue }
      places[type.name] = types.count
      types.append(type)
    }
    for directive in BuiltInDefinitions.directives where !directives.contains(where: { $0.name == directive.name }) {
      directives.append(directive)
    }
  }

  static func directive(_ name: String, _ definition: TypeSystemDefinition) -> SchemaDirective {
    SchemaDirective(
      name: name, description: definition.description, arguments: definition.inputs.map(input),
      locations: Set(definition.locations.compactMap { DirectiveLocation(rawValue: $0.text) }),
      isRepeatable: definition.isRepeatable)
  }

  private static func field(_ field: FieldDefinition) -> SchemaField {
    SchemaField(
      name: field.name.text, description: field.description, arguments: field.arguments.map(input),
      type: field.type.type, deprecation: deprecation(field.directives))
  }

  private static func input(_ input: InputDefinition) -> SchemaInput {
    SchemaInput(
      name: input.name.text, description: input.description, type: input.type.type,
      defaultValue: input.defaultValue.map { "\($0)" }, deprecation: deprecation(input.directives))
  }

  private static func deprecation(_ directives: [DirectiveUse]) -> String? {
    guard let directive = directives.first(where: { $0.name.text == "deprecated" }) else { return nil }
    return string("reason", of: directive) ?? "No longer supported"
  }

  private static func string(_ name: String, of directive: DirectiveUse) -> String? {
    guard let argument = directive.arguments.first(where: { $0.name.text == name }),
      case .string(let text, _) = argument.value.kind
    else { return nil }
    return text
  }
}
