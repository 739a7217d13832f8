/// Checks definitions one by one: that names are known, and unique where required.
struct DefinitionCheck {
  private(set) var issues: [DefinitionIssue] = []
  private let limit: Int
  let definitions: [TypeSystemDefinition]
  /// The kinds of the defined types. The last definition of a name counts, as in graphql-core.
  private var kinds: [String: TypeSystemDefinition.Kind] = [:]
  private(set) var directives: [String: SchemaDirective] = [:]
  private(set) var arguments: [String: Set<String>] = [:]
  /// The names of fields and values so far, by the name of their type; extensions share them.
  private var fields: [String: Set<String>] = [:]
  private var values: [String: Set<String>] = [:]
  private var operationTypes: Set<OperationKind> = []
  /// The directives so far on definitions that can be extended, by name; those of the schema have no name.
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
      // Directives cannot have any; the locations on types are named as introspection names their kinds.
      guard !isArgument, let location = DirectiveLocation(rawValue: definition.kind.ofType?.rawValue ?? "SCHEMA") else {
        continue
      }
      checkDirectives(definition.directives, at: location, of: definition.name?.text ?? "")
    }
  }

  mutating func report(_ rule: DefinitionRule, _ message: String, _ range: Range<Int>) {
    guard issues.count < limit else { return }
    issues.append(DefinitionIssue(rule: rule, message: message, range: range))
  }

  private mutating func checkType(_ name: NamePlace) {
    if kinds[name.text] != nil || BuiltInDefinitions.types.contains(where: { $0.name == name.text }) { return }
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

  /// Checks that fields and values have unique names.
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

/// Checks the directives on definitions.
extension DefinitionCheck {
  /// - Parameter owner: the type whose extensions may have further directives; `nil` if it cannot be extended.
  mutating func checkDirectives(_ uses: [DirectiveUse], at location: DirectiveLocation, of owner: String? = nil) {
    var used: Set<String> = owner.flatMap { usedDirectives[$0] } ?? []
    for use in uses {
      let name = use.name.text
      checkArguments(of: use)
      guard let directive = directives[name] else {
        report(.knownDirectives, "there is no directive @\(name)", use.range)
        continue
      }
      if !directive.locations.contains(location) {
        report(.knownDirectives, "@\(name) is not allowed on \(location.rawValue)", use.range)
      }
      if !directive.isRepeatable, !used.insert(name).inserted {
        report(.uniqueDirectivesPerLocation, "@\(name) can be used only once here", use.range)
      }
      checkArguments(of: use, as: directive)
    }
    if let owner { usedDirectives[owner] = used }
  }

  private mutating func checkArguments(of use: DirectiveUse) {
    var names: Set<String> = []
    for argument in use.arguments {
      checkFields(of: argument.value)
      guard !names.insert(argument.name.text).inserted else { continue }
      report(
        .uniqueArgumentNames, "the argument \"\(argument.name.text)\" of @\(use.name.text) is given twice",
        argument.name.range)
    }
  }

  private mutating func checkArguments(of use: DirectiveUse, as directive: SchemaDirective) {
    let known = arguments[directive.name] ?? []
    for argument in use.arguments where !known.contains(argument.name.text) {
      report(
        .knownArgumentNamesOnDirectives, "@\(directive.name) has no argument \"\(argument.name.text)\"",
        argument.name.range)
    }
    let given = Set(use.arguments.map(\.name.text))
    for required in directive.arguments where required.isRequired && !given.contains(required.name) {
      report(
        .providedRequiredArgumentsOnDirectives,
        "@\(directive.name) needs the argument \"\(required.name)\" of type \(required.type)", use.range)
    }
  }

  /// Checks that no object gives a field twice.
  mutating func checkFields(of value: InputLiteral) {
    switch value.kind {
    case .list(let items): for item in items { checkFields(of: item) }
    case .object(let fields):
      var names: Set<String> = []
      for field in fields {
        if !names.insert(field.name.text).inserted {
          report(.uniqueInputFieldNames, "the field \"\(field.name.text)\" is given twice", field.name.range)
        }
        checkFields(of: field.value)
      }
    default: break
    }
  }
}

/// An error in the text of a schema.
package struct DefinitionIssue: Hashable, Sendable {
  package var rule: DefinitionRule
  /// The message in plain language.
  package var message: String
  /// The location in bytes of UTF-8.
  package var range: Range<Int>
}

/// The rules for definitions, named as in graphql-js and graphql-core, and one rule for all that is required of
/// whole types.
package enum DefinitionRule: String, Hashable, Sendable, CaseIterable {
  case loneSchemaDefinition = "LoneSchemaDefinition"
  case uniqueOperationTypes = "UniqueOperationTypes"
  case uniqueTypeNames = "UniqueTypeNames"
  case uniqueEnumValueNames = "UniqueEnumValueNames"
  case uniqueFieldDefinitionNames = "UniqueFieldDefinitionNames"
  case uniqueArgumentDefinitionNames = "UniqueArgumentDefinitionNames"
  case uniqueDirectiveNames = "UniqueDirectiveNames"
  case knownTypeNames = "KnownTypeNames"
  case knownDirectives = "KnownDirectives"
  case uniqueDirectivesPerLocation = "UniqueDirectivesPerLocation"
  case possibleTypeExtensions = "PossibleTypeExtensions"
  case knownArgumentNamesOnDirectives = "KnownArgumentNamesOnDirectives"
  case uniqueArgumentNames = "UniqueArgumentNames"
  case uniqueInputFieldNames = "UniqueInputFieldNames"
  case providedRequiredArgumentsOnDirectives = "ProvidedRequiredArgumentsOnDirectives"
  case types = "Types"
}

extension GraphQLDocument {
  /// The maximum number of issues to find in a text.
  package static let mostIssues = 1000

  /// The errors in the definitions of a schema, in the order of the text. Names and directives are checked first; whole
  /// types only if those are valid.
  /// - Parameter known: the schema built from the definitions, if it already exists.
  package func definitionIssues(of known: GraphQLSchema? = nil, limit: Int = mostIssues) -> [DefinitionIssue] {
    var check = DefinitionCheck(self, limit: limit)
    check.checkAll()
    var issues = check.issues
    // A missing query type is reported by the schema's initializer.
    if issues.isEmpty, let schema = known ?? (try? GraphQLSchema(self)) {
      var check = TypeCheck(schema: schema, limit: limit)
      for definition in typeSystem { check.check(definition) }
      issues = check.issues
    }
    return issues.sorted { ($0.range.lowerBound, $0.rule.rawValue) < ($1.range.lowerBound, $1.rule.rawValue) }
  }
}
