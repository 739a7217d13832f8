/// Rules about the variables of an operation, used by it and by the fragments that it spreads.
extension ValidationWalk {
  mutating func checkVariableUses(of operation: OperationDefinition) {
    var used: Set<String> = []
    let title = operation.name.map { "the operation \"\($0.text)\"" } ?? "the operation"
    let own = uses
    checkUses(own.variableUses, of: own, title, &used)
    for fragment in reachableFragments(from: own.spreads) {
      guard let inside = fragmentUses[fragment], !inside.variableUses.isEmpty else { continue }
      variableBudget -= inside.variableUses.count
      // The uses that are left would take too long, and what is not looked at is not called unused.
      guard variableBudget > 0 else { return }
      checkUses(inside.variableUses, of: own, title, &used)
    }
    for variable in operation.variables where !used.contains(variable.name.text) {
      report(.noUnusedVariables, "$\(variable.name.text) is never used", variable.name.range)
    }
  }

  private mutating func checkUses(
    _ places: [DefinitionUses.VariableUse], of operation: DefinitionUses, _ title: String, _ used: inout Set<String>
  ) {
    for use in places {
      used.insert(use.name)
      guard let variable = operation.variables?[use.name] else {
        report(.noUndefinedVariables, "\(title) defines no variable $\(use.name)", use.range)
        continue
      }
      guard let expected = use.type, schema.type(of: variable.type.type) != nil,
        !allows(variable, as: expected, hasDefault: use.hasDefault)
      else { continue }
      report(
        .variablesInAllowedPosition,
        "$\(use.name) is \(variable.type.type), and \(expected) is expected here", use.range)
    }
  }

  /// Whether values of the variable can stand where a type is expected (October 2021, section 5.8.5).
  private func allows(_ variable: VariableDefinition, as expected: TypeReference, hasDefault: Bool) -> Bool {
    schema.allows(
      variable.type.type, hasDefault: variable.defaultValue.map { !$0.isNull } ?? false, as: expected,
      placeHasDefault: hasDefault)
  }
}

extension GraphQLSchema {
  /// Whether a variable can stand where a type is expected: a default value makes up for a missing `!`.
  func allows(
    _ variable: TypeReference, hasDefault: Bool, as expected: TypeReference, placeHasDefault: Bool
  ) -> Bool {
    if case .nonNull(let nullable) = expected, !variable.isNonNull {
      return (hasDefault || placeHasDefault) && accepts(variable, as: nullable)
    }
    return accepts(variable, as: expected)
  }
}
