/// Checks what the use of a schema rests on: that each type has a kind allowed where it is used, and the fields of its
/// interfaces. The other requirements of the specification's chapter 3 on whole types are left to the schema's server.
struct TypeCheck {
  let schema: GraphQLSchema
  let limit: Int
  private(set) var issues: [DefinitionIssue] = []
  /// The remaining steps for comparing fields, which a short text can let many types share.
  var steps = 2_000_000

  mutating func check(_ definition: TypeSystemDefinition) {
    for root in definition.operationTypes {
      requireObject(root.type, "the type for \(root.kind.rawValue), \(root.type.text), is not an object type")
    }
    guard let name = definition.name else { return }
    for member in definition.members {
      requireObject(member, "the union \(name.text) cannot have \(member.text), which is not an object type")
    }
    for field in definition.fields {
      let words = "\(name.text).\(field.name.text)"
      if schema.type(field.type.name.text)?.isOutput == false {
        report("\(words) cannot be of type \(field.type.type), which is an input type", field.type.range)
      }
      for argument in field.arguments { check(argument, "\(words)(\(argument.name.text):)") }
    }
    for input in definition.inputs {
      check(
        input,
        definition.kind == .directive ? "@\(name.text)(\(input.name.text):)" : "\(name.text).\(input.name.text)")
    }
    for interface in definition.interfaces { checkFields(of: definition, name, promisedBy: interface) }
  }

  /// An argument, or a field of an input object.
  private mutating func check(_ input: InputDefinition, _ words: String) {
    guard schema.type(input.type.name.text)?.isInput == false else { return }
    report("\(words) cannot be of type \(input.type.type), which is not an input type", input.type.range)
  }

  private mutating func checkFields(
    of definition: TypeSystemDefinition, _ name: NamePlace, promisedBy place: NamePlace
  ) {
    guard let interface = schema.type(place.text), interface.kind == .interface else {
      return report("\(name.text) cannot implement \(place.text), which is not an interface", place.range)
    }
    let type = schema.type(name.text)
    for promised in interface.fields where steps > 0 {
      steps -= 1
      let words = "\(name.text).\(promised.name)"
      if let field = type?.field(promised.name) {
        guard !schema.accepts(field.type, as: promised.type) else { continue }
        let place = definition.fields.first { $0.name.text == promised.name }?.name.range ?? name.range
        report("\(words) is of type \(field.type), and \(interface.name) has \(promised.type)", place)
      } else {
        report("\(words) is missing, which the interface \(interface.name) has", name.range)
      }
    }
  }

  private mutating func requireObject(_ type: NamePlace, _ message: String) {
    if schema.type(type.text)?.kind != .object { report(message, type.range) }
  }

  private mutating func report(_ message: String, _ range: Range<Int>) {
    guard issues.count < limit else { return }
    issues.append(DefinitionIssue(rule: .types, message: message, range: range))
  }
}
