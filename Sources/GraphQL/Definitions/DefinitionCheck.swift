/// Checks definitions one by one: whether names are known, and unique where they must be.
struct DefinitionCheck {
  private(set) var issues: [DefinitionIssue] = []
  private let limit: Int
  let definitions: [TypeSystemDefinition]
  /// The kinds of the types that the text defines; the last of a name counts, as with graphql-core.
  private var kinds: [String: TypeSystemDefinition.Kind] = [:]
  private(set) var directives: [String: SchemaDirective] = [:]
  /// The names of their arguments.
  private(set) var arguments: [String: Set<String>] = [:]
  /// The names of fields and values so far, by the name of their type: extensions share them.
  private var fields: [String: Set<String>] = [:]
  private var values: [String: Set<String>] = [:]
  private var operationTypes: Set<OperationKind> = []
  /// The directives so far of what has extensions, by its name; of the schema, by none.
  var usedDirectives: [String: Set<String>] = [:]

  init(_ document: GraphQLDocument, limit: Int) {
    self.limit = limit
    definitions = document.typeSystem
    for directive in BuiltInDefinitions.directives { directives[directive.name] = directive }
    for definition in definitions where !definition.isExtension {
      guard let name = definition.name?.text else { continue }
      if definition.kind == .directive {
        directives[name] = DefinitionReader.directive(name, definition)
      } else {
        kinds[name] = definition.kind
      }
    }
    arguments = directives.mapValues { Set($0.arguments.map(\.name)) }
  }

  mutating func checkAll() {
    checkNames()
    for definition in definitions {
      if definition.isExtension { checkExtension(definition) }
      checkOperationTypes(of: definition)
      checkMembers(of: definition)
      for name in definition.interfaces + definition.members { checkType(name) }
      for field in definition.fields { check(field) }
      let isArgument = definition.kind == .directive
      for input in definition.inputs { check(input, isArgument: isArgument) }
      if isArgument { checkUnique(definition.inputs.map(\.name), of: "@\(definition.name?.text ?? "")") }
      for value in definition.values { checkDirectives(value.directives, at: .enumValue) }
      guard let location = definition.kind.location else { continue }
      checkDirectives(definition.directives, at: location, of: definition.name?.text ?? "")
    }
  }

  mutating func report(_ rule: DefinitionRule, _ message: String, _ range: Range<Int>) {
    guard issues.count < limit else { return }
    issues.append(DefinitionIssue(rule: rule, message: message, range: range))
  }

  /// Whether a name of a type is defined, or known without a definition.
  private func isKnown(_ name: String) -> Bool {
    kinds[name] != nil || BuiltInDefinitions.types.contains { $0.name == name }
  }

  private mutating func checkType(_ name: NamePlace) {
    guard !isKnown(name.text) else { return }
    report(.knownTypeNames, "there is no type \"\(name.text)\"", name.range)
  }

  private mutating func checkNames() {
    var (types, directives): (Set<String>, Set<String>) = ([], [])
    var hasSchema = false
    for definition in definitions where !definition.isExtension {
      guard let name = definition.name else {
        if hasSchema { report(.loneSchemaDefinition, "there can be only one schema definition", definition.range) }
        hasSchema = true
        continue
      }
      if definition.kind == .directive {
        guard !directives.insert(name.text).inserted else { continue }
        report(.uniqueDirectiveNames, "there can be only one directive @\(name.text)", name.range)
      } else if !types.insert(name.text).inserted {
        report(.uniqueTypeNames, "there can be only one type named \"\(name.text)\"", name.range)
      }
    }
  }

  private mutating func checkExtension(_ definition: TypeSystemDefinition) {
    guard let name = definition.name else { return }
    guard let kind = kinds[name.text] else {
      return report(
        .possibleTypeExtensions, "\"\(name.text)\" cannot be extended, since it is not defined", name.range)
    }
    guard kind != definition.kind else { return }
    report(
      .possibleTypeExtensions,
      "\"\(name.text)\" is defined as \(kind.rawValue), and cannot be extended as \(definition.kind.rawValue)",
      name.range)
  }

  private mutating func checkOperationTypes(of definition: TypeSystemDefinition) {
    for operation in definition.operationTypes {
      checkType(operation.type)
      guard !operationTypes.insert(operation.kind).inserted else { continue }
      report(
        .uniqueOperationTypes, "there can be only one type for \(operation.kind.rawValue)", operation.type.range)
    }
  }

  /// That fields and values have names of their own.
  private mutating func checkMembers(of definition: TypeSystemDefinition) {
    guard let type = definition.name?.text else { return }
    let inputs = definition.kind == .input ? definition.inputs.map(\.name) : []
    for name in definition.fields.map(\.name) + inputs where !fields[type, default: []].insert(name.text).inserted {
      report(.uniqueFieldDefinitionNames, "there can be only one field \(type).\(name.text)", name.range)
    }
    for name in definition.values.map(\.name) where !values[type, default: []].insert(name.text).inserted {
      report(.uniqueEnumValueNames, "there can be only one value \(type).\(name.text)", name.range)
    }
  }

  private mutating func check(_ field: FieldDefinition) {
    checkType(field.type.name)
    checkUnique(field.arguments.map(\.name), of: field.name.text)
    for argument in field.arguments { check(argument, isArgument: true) }
    checkDirectives(field.directives, at: .fieldDefinition)
  }

  private mutating func check(_ input: InputDefinition, isArgument: Bool) {
    checkType(input.type.name)
    if let value = input.defaultValue { checkFields(of: value) }
    checkDirectives(input.directives, at: isArgument ? .argumentDefinition : .inputFieldDefinition)
  }

  private mutating func checkUnique(_ arguments: [NamePlace], of owner: String) {
    var names: Set<String> = []
    for name in arguments where !names.insert(name.text).inserted {
      report(.uniqueArgumentDefinitionNames, "there can be only one argument \(owner)(\(name.text):)", name.range)
    }
  }
}

extension TypeSystemDefinition.Kind {
  /// The place of a directive on such a definition; `nil` for that of a directive, which has none.
  fileprivate var location: DirectiveLocation? {
    switch self {
    case .schema: .schema
    case .scalar: .scalar
    case .type: .object
    case .interface: .interface
    case .union: .union
    case .enum: .enumType
    case .input: .inputObject
    case .directive: nil
    }
  }
}
