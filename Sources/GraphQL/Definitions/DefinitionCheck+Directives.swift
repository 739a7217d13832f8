/// Checks the directives on definitions.
extension DefinitionCheck {
  /// - Parameter owner: the type that may have others on its extensions; `nil` for what has none.
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
        report(.knownDirectives, "@\(name) cannot stand on \(location.rawValue)", use.range)
      }
      if !directive.isRepeatable, !used.insert(name).inserted {
        report(.uniqueDirectivesPerLocation, "@\(name) can be used only once here", use.range)
      }
      checkArguments(of: use, as: directive)
    }
    if let owner { usedDirectives[owner] = used }
  }

  /// That each argument is given once.
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

  /// That no object gives a field twice.
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
