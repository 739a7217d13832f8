/// Checks whole types, with what extensions add to them (October 2021, chapter 3): whether each is of a kind that can stand
/// where it is used, and has what its interfaces promise.
struct TypeCheck {
  private(set) var issues: [DefinitionIssue] = []
  private let limit: Int
  let schema: GraphQLSchema
  private let definitions: [TypeSystemDefinition]
  /// A type with all that the text says of it; the first definition of a name counts.
  private(set) var parts: [String: TypeParts] = [:]
  private var order: [String] = []
  /// What is left for interfaces, which a short text can make many types share: a schema that takes more is not checked
  /// further.
  private var steps = 2_000_000

  init(_ schema: GraphQLSchema, _ definitions: [TypeSystemDefinition], limit: Int) {
    self.limit = limit
    self.schema = schema
    self.definitions = definitions
    let builtIn = Set(BuiltInDefinitions.types.map(\.name))
    for definition in definitions.filter({ !$0.isExtension }) + definitions.filter(\.isExtension) {
      guard let name = definition.name, definition.kind != .directive, !builtIn.contains(name.text) else { continue }
      if parts[name.text] == nil { order.append(name.text) }
      parts[name.text, default: TypeParts(name)].add(definition)
    }
  }

  mutating func checkAll() {
    checkRoots()
    for definition in definitions where definition.kind == .directive {
      guard let name = definition.name else { continue }
      checkName(name)
      for argument in definition.inputs { check(argument, "@\(name.text)(\(argument.name.text):)") }
    }
    for name in order {
      guard let type = schema.type(name), let parts = parts[name] else { continue }
      checkName(parts.name)
      switch type.kind {
      case .object, .interface:
        checkFields(parts)
        checkInterfaces(of: type, parts)
      case .union: checkMembers(parts)
      case .enum:
        if parts.values.isEmpty { report("the enum \(name) has no values", parts.name.range) }
        for value in parts.values { checkName(value.name) }
      case .input: checkInputs(parts, isOneOf: type.isOneOf)
      case .scalar: break
      }
    }
    checkCircles()
  }

  mutating func report(_ message: String, _ range: Range<Int>) {
    guard issues.count < limit else { return }
    issues.append(DefinitionIssue(rule: .types, message: message, range: range))
  }

  mutating func hasSteps(_ count: Int) -> Bool {
    steps -= count
    return steps >= 0
  }

  private mutating func checkRoots() {
    let named = definitions.flatMap(\.operationTypes)
    for kind in OperationKind.allCases {
      guard let type = schema.root(kind), type.kind != .object else { continue }
      let range = named.last { $0.kind == kind }?.type.range ?? parts[type.name]?.name.range ?? 0..<0
      report("the type for \(kind.rawValue), \(type.name), is no object type", range)
    }
  }

  private mutating func checkName(_ name: NamePlace) {
    guard name.text.utf8.starts(with: "__".utf8) else { return }
    report("\"\(name.text)\" begins with __, which is for introspection", name.range)
  }

  private mutating func checkFields(_ parts: TypeParts) {
    if parts.fields.isEmpty { report("\(parts.name.text) has no fields", parts.name.range) }
    for field in parts.fields {
      checkName(field.name)
      let words = "\(parts.name.text).\(field.name.text)"
      if schema.type(field.type.name.text)?.isOutput == false {
        report("\(words) cannot be of type \(field.type.type), which is an input", field.type.range)
      }
      for argument in field.arguments { check(argument, "\(words)(\(argument.name.text):)") }
    }
  }

  /// An argument, or a field of an input object.
  private mutating func check(_ input: InputDefinition, _ words: String) {
    checkName(input.name)
    if schema.type(input.type.name.text)?.isInput == false {
      report("\(words) cannot be of type \(input.type.type), which is no input", input.type.range)
    }
    guard input.type.type.isNonNull, input.defaultValue == nil else { return }
    guard let use = input.directives.first(where: { $0.name.text == "deprecated" }) else { return }
    report("\(words) is required, and cannot be deprecated", use.range)
  }

  private mutating func checkMembers(_ parts: TypeParts) {
    if parts.members.isEmpty { report("the union \(parts.name.text) has no types", parts.name.range) }
    var names: Set<String> = []
    for member in parts.members {
      if schema.type(member.text)?.kind != .object {
        report("the union \(parts.name.text) cannot have \(member.text), which is no object type", member.range)
      } else if !names.insert(member.text).inserted {
        report("the union \(parts.name.text) can have \(member.text) only once", member.range)
      }
    }
  }

  private mutating func checkInputs(_ parts: TypeParts, isOneOf: Bool) {
    if parts.inputs.isEmpty { report("\(parts.name.text) has no fields", parts.name.range) }
    for field in parts.inputs {
      let words = "\(parts.name.text).\(field.name.text)"
      check(field, words)
      guard isOneOf else { continue }
      if field.type.type.isNonNull { report("\(words) must be nullable, as @oneOf demands", field.type.range) }
      if field.defaultValue != nil { report("\(words) cannot have a default, as @oneOf demands", field.name.range) }
    }
  }

  /// Input objects that contain themselves through fields that must be given: no value can be one.
  private mutating func checkCircles() {
    var circles = InputCircles(parts.mapValues { $0.inputs.filter { field in isRequiredObject(field.type.type) } })
    for name in order { circles.visit(name) }
    for (field, type) in circles.found {
      report("\(type) contains itself through fields that must be given", field.range)
    }
  }

  private func isRequiredObject(_ type: TypeReference) -> Bool {
    guard case .nonNull(.named(let name)) = type else { return false }
    return schema.type(name)?.kind == .input
  }
}

/// A type with what extensions add to it.
struct TypeParts {
  var name: NamePlace
  var fields: [FieldDefinition] = []
  var inputs: [InputDefinition] = []
  var values: [EnumValueDefinition] = []
  var members: [NamePlace] = []
  var interfaces: [NamePlace] = []

  init(_ name: NamePlace) { self.name = name }

  mutating func add(_ definition: TypeSystemDefinition) {
    fields += definition.fields
    inputs += definition.inputs
    values += definition.values
    members += definition.members
    interfaces += definition.interfaces
  }
}
