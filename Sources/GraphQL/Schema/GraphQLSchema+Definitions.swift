extension GraphQLSchema {
  /// Reads a schema's text (SDL), with its extensions.
  package init(text: String) throws(SchemaError) {
    try self.init(GraphQLDocument(schema: text))
  }

  /// Makes a schema of definitions, and adds the types and directives that every server has.
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

/// What every server has without saying so.
enum BuiltInDefinitions {
  static let types: [SchemaType] = reader.types
  static let directives: [SchemaDirective] = reader.directives

  private static let reader: DefinitionReader = {
    var reader = DefinitionReader()
    // A text of our own, which a test reads.
    let document = try? GraphQLDocument(parsing: text)
    for definition in document?.typeSystem ?? [] { reader.add(definition) }
    return reader
  }()

  /// October 2021, sections 3.5, 3.13 and 4.2, with what September 2025 added.
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
  /// Reads the text of a schema.
  package init(schema text: String) throws(SchemaError) {
    do { self = try GraphQLDocument(parsing: text, isSchema: true) } catch { throw SchemaError("\(error)") }
  }
}
