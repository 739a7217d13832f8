/// Rules about the definitions of a document: what they are and how they are named.
extension ValidationWalk {
  mutating func checkDefinitions() {
    var operations: Set<String> = []
    var fragmentNames: Set<String> = []
    let count = document.operations.count
    for definition in document.definitions {
      switch definition {
      case .operation(let operation):
        if let name = operation.name {
          if !operations.insert(name.text).inserted {
            report(
              .uniqueOperationNames, "there can be only one operation named \"\(name.text)\"", name.range)
          }
        } else if count > 1 {
          report(
            .loneAnonymousOperation, "an operation without a name must be the only one",
            operation.range.lowerBound..<operation.selectionSet.range.lowerBound + 1)
        }
      case .fragment(let fragment):
        if !fragmentNames.insert(fragment.name.text).inserted {
          report(
            .uniqueFragmentNames, "there can be only one fragment named \"\(fragment.name.text)\"",
            fragment.name.range)
        }
      case .typeSystem(let definition):
        let name = definition.name.map { " \"\($0.text)\"" } ?? ""
        report(
          .executableDefinitions, "a definition of a schema cannot be sent: \(definition.kind)\(name)",
          definition.name?.range ?? definition.range)
      }
    }
  }

  mutating func checkVariableDefinitions(of operation: OperationDefinition) {
    var names: Set<String> = []
    for variable in operation.variables {
      let name = variable.name.text
      if !names.insert(name).inserted {
        report(.uniqueVariableNames, "there can be only one variable $\(name)", variable.name.range)
      }
      checkKnownType(variable.type.name)
      let type = schema.type(variable.type.name.text)
      if let type, !type.isInput {
        report(
          .variablesAreInputTypes, "the variable $\(name) cannot be of type \(variable.type.type), which is no input",
          variable.type.range)
      }
      if let value = variable.defaultValue {
        let expected = type?.isInput == true ? variable.type.type : nil
        checkValue(value, expected: expected, hasDefault: false)
      }
      checkDirectives(variable.directives, at: .variableDefinition, field: nil)
    }
  }

  /// Fragments that no operation spreads, directly or through others.
  mutating func checkUnusedFragments() {
    let used = Set(reachableFragments(from: operationSpreads))
    for fragment in document.fragments where !used.contains(fragment.name.text) {
      report(.noUnusedFragments, "the fragment \"\(fragment.name.text)\" is never used", fragment.name.range)
    }
  }
}
