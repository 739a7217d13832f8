/// Checks that a type has what its interfaces promise.
extension TypeCheck {
  mutating func checkInterfaces(of type: SchemaType, _ own: TypeParts) {
    guard !own.interfaces.isEmpty else { return }
    var names: Set<String> = []
    let declared = Set(type.interfaces)
    let places = Dictionary(own.fields.map { ($0.name.text, $0.name.range) }) { first, _ in first }
    for place in own.interfaces where hasSteps(own.interfaces.count) {
      guard let interface = schema.type(place.text), interface.kind == .interface else {
        report("\(type.name) cannot implement \(place.text), which is no interface", place.range)
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
  ///   - places: where the fields of the type stand.
  ///   - own: where the type does.
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
