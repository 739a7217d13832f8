/// Makes types of the definitions of a text, one after the other.
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
    } else if let kind = Self.kind(definition.kind), places[name] == nil {
      places[name] = types.count
      types.append(SchemaType(name: name, kind: kind, description: definition.description))
      extend(definition)
    }
  }

  /// Adds what an extension says to the type that it extends.
  mutating func extend(_ definition: TypeSystemDefinition) {
    guard let name = definition.name?.text else { return addRoots(definition) }
    guard let place = places[name], types[place].kind == Self.kind(definition.kind) else { return }
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

  /// Adds the types and directives that every server has, and the roots by their usual names. Of the scalars, only those that
  /// the schema uses are part of it.
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

  private static func kind(_ kind: TypeSystemDefinition.Kind) -> SchemaType.Kind? {
    switch kind {
    case .scalar: .scalar
    case .type: .object
    case .interface: .interface
    case .union: .union
    case .enum: .enum
    case .input: .input
    case .schema, .directive: nil
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
