/// Checks whole types including their extensions (October 2021, chapter 3): that each has a kind allowed where it is
/// used, and that it implements its interfaces.
struct TypeCheck {
  private(set) var issues: [DefinitionIssue] = []
  private let limit: Int
  let schema: GraphQLSchema
  private let definitions: [TypeSystemDefinition]
  /// The merged parts of each type; the first definition of a name counts.
  private(set) var parts: [String: TypeParts] = [:]
  private var order: [String] = []
  /// The remaining steps for checking interfaces, which a short text can let many types share. When they run out, the
  /// check ends.
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
      report("the type for \(kind.rawValue), \(type.name), is not an object type", range)
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
        report("\(words) cannot be of type \(field.type.type), which is an input type", field.type.range)
      }
      for argument in field.arguments { check(argument, "\(words)(\(argument.name.text):)") }
    }
  }

  /// An argument, or a field of an input object.
  private mutating func check(_ input: InputDefinition, _ words: String) {
    checkName(input.name)
    if schema.type(input.type.name.text)?.isInput == false {
      report("\(words) cannot be of type \(input.type.type), which is not an input type", input.type.range)
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
        report("the union \(parts.name.text) cannot have \(member.text), which is not an object type", member.range)
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
      if field.type.type.isNonNull { report("\(words) must be nullable, as @oneOf requires", field.type.range) }
      if field.defaultValue != nil { report("\(words) cannot have a default, as @oneOf requires", field.name.range) }
    }
  }

  /// Reports input objects that contain themselves through required fields, which no value can satisfy.
  private mutating func checkCircles() {
    var circles = InputCircles(parts.mapValues { $0.inputs.filter { field in isRequiredObject(field.type.type) } })
    for name in order { circles.visit(name) }
    for (field, type) in circles.found {
      report("\(type) contains itself through required fields", field.range)
    }
  }

  private func isRequiredObject(_ type: TypeReference) -> Bool {
    guard case .nonNull(.named(let name)) = type else { return false }
    return schema.type(name)?.kind == .input
  }
}

/// A type with the additions of its extensions.
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

/// Checks that a type implements its interfaces completely.
extension TypeCheck {
  mutating func checkInterfaces(of type: SchemaType, _ own: TypeParts) {
    guard !own.interfaces.isEmpty else { return }
    var names: Set<String> = []
    let declared = Set(type.interfaces)
    let places = Dictionary(own.fields.map { ($0.name.text, $0.name.range) }) { first, _ in first }
    for place in own.interfaces where hasSteps(own.interfaces.count) {
      guard let interface = schema.type(place.text), interface.kind == .interface else {
        report("\(type.name) cannot implement \(place.text), which is not an interface", place.range)
        continue
      }
      if interface.name == type.name { report("\(type.name) cannot implement itself", place.range) }
      guard names.insert(interface.name).inserted else {
        report("\(type.name) can implement \(interface.name) only once", place.range)
        continue
      }
      for other in interface.interfaces where hasSteps(1) && !declared.contains(other) {
        let reason =
          other == type.name
          ? "\(type.name) cannot implement \(interface.name), which implements it"
          : "\(type.name) must implement \(other), as \(interface.name) does"
        report(reason, place.range)
      }
      checkFields(of: type, promisedBy: interface, places, own.name.range)
    }
  }

  /// - Parameters:
  ///   - places: the locations of the type's fields.
  ///   - own: the location of the type.
  private mutating func checkFields(
    of type: SchemaType, promisedBy interface: SchemaType, _ places: [String: Range<Int>], _ own: Range<Int>
  ) {
    for promised in interface.fields where hasSteps(1) {
      let words = "\(type.name).\(promised.name)"
      guard let field = type.field(promised.name) else {
        report("\(words) is missing, which the interface \(interface.name) has", own)
        continue
      }
      let place = places[promised.name] ?? own
      if !schema.accepts(field.type, as: promised.type) {
        report("\(words) is of type \(field.type), and \(interface.name) has \(promised.type)", place)
      }
      checkArguments(of: field, words, as: promised, of: interface, place)
    }
  }

  private mutating func checkArguments(
    of field: SchemaField, _ words: String, as promised: SchemaField, of interface: SchemaType, _ place: Range<Int>
  ) {
    guard hasSteps(field.arguments.count + promised.arguments.count) else { return }
    let given = Dictionary(field.arguments.map { ($0.name, $0.type) }) { first, _ in first }
    for argument in promised.arguments {
      guard let type = given[argument.name] else {
        report("\(words) has no argument \"\(argument.name)\", which \(interface.name) has", place)
        continue
      }
      guard type != argument.type else { continue }
      report("\(words)(\(argument.name):) is of type \(type), and \(interface.name) has \(argument.type)", place)
    }
    let known = Set(promised.arguments.map(\.name))
    for argument in field.arguments where argument.isRequired && !known.contains(argument.name) {
      report("\(words) requires the argument \"\(argument.name)\", which \(interface.name) does not have", place)
    }
  }
}

/// Finds cycles of input objects. Visits each type once and without recursion, because a chain may have any length.
struct InputCircles {
  /// The cycles: a field that closes one, and the type that contains itself.
  private(set) var found: [(field: NamePlace, type: String)] = []
  private let fields: [String: [InputDefinition]]
  private var visited: Set<String> = []

  /// - Parameter fields: the required fields whose types are input objects, by owner.
  init(_ fields: [String: [InputDefinition]]) { self.fields = fields }

  mutating func visit(_ name: String) {
    guard visited.insert(name).inserted else { return }
    var path: [(type: String, next: Int)] = [(name, 0)]
    var open: Set<String> = [name]
    while let last = path.last {
      let fields = fields[last.type] ?? []
      guard last.next < fields.count else {
        open.remove(last.type)
        path.removeLast()
        continue
      }
      path[path.count - 1].next += 1
      let field = fields[last.next]
      let type = field.type.name.text
      if open.contains(type) {
        found.append((field.name, type))
      } else if visited.insert(type).inserted {
        path.append((type, 0))
        open.insert(type)
      }
    }
  }
}
