import Basics

/// One pass over a document that tracks the type at each position (graphql-core's TypeInfo) and collects data for the
/// rules.
struct ValidationWalk {
  let schema: GraphQLSchema
  let document: GraphQLDocument
  /// The fragments by name; the last of a name counts.
  let fragments: [String: FragmentDefinition]
  private(set) var issues: [ValidationIssue] = []
  /// The uses in the current operation or fragment.
  var uses = DefinitionUses()
  var fragmentUses: [String: DefinitionUses] = [:]
  /// The spreads in the first fragment of each name.
  private(set) var firstSpreads: [String: [FragmentSpread]] = [:]
  private(set) var operationSpreads: [FragmentSpread] = []
  /// The number of variable uses in fragments that may still be checked: operations that all spread the same fragments
  /// would otherwise cost their product.
  var variableBudget = 500_000
  private let limit: Int

  init(_ schema: GraphQLSchema, _ document: GraphQLDocument, limit: Int) {
    (self.schema, self.document, self.limit) = (schema, document, limit)
    fragments = Dictionary(document.fragments.map { ($0.name.text, $0) }) { _, last in last }
  }

  mutating func report(_ rule: ValidationRule, _ message: @autoclosure () -> String, _ range: Range<Int>) {
    guard issues.count < limit else { return }
    issues.append(ValidationIssue(rule: rule, message: message(), range: range))
  }

  mutating func checkDocument() {
    checkDefinitions()
    for fragment in document.fragments { checkFragment(fragment) }
    checkFragmentGraph()
    for operation in document.operations { checkOperation(operation) }
    checkUnusedFragments()
    var merging = FieldMerging(schema, fragments)
    for conflict in merging.conflicts(in: document) {
      report(.overlappingFieldsCanBeMerged, conflict.message, conflict.range)
    }
  }

  private mutating func checkFragment(_ fragment: FragmentDefinition) {
    uses = DefinitionUses()
    let condition = checkTypeCondition(fragment.typeCondition, of: fragment.name.text)
    checkDirectives(fragment.directives, at: .fragmentDefinition, field: nil)
    checkSelections(fragment.selectionSet, of: condition)
    fragmentUses[fragment.name.text] = uses
    if firstSpreads[fragment.name.text] == nil { firstSpreads[fragment.name.text] = uses.spreads }
  }

  private mutating func checkOperation(_ operation: OperationDefinition) {
    uses = DefinitionUses()
    let root = schema.root(operation.kind).flatMap { $0.kind == .object ? $0 : nil }
    checkVariableDefinitions(of: operation)
    // The last of a name counts.
    uses.variables = Dictionary(operation.variables.map { ($0.name.text, $0) }) { _, last in last }
    checkDirectives(operation.directives, at: operation.kind.location, field: nil)
    checkSelections(operation.selectionSet, of: root)
    operationSpreads += uses.spreads
    checkVariableUses(of: operation)
    checkSubscription(operation)
  }

  /// - Parameter fragment: its name, for the message; `nil` for one without a name.
  /// - Returns: the type, if fragments on it are allowed.
  mutating func checkTypeCondition(_ condition: NamePlace, of fragment: String?) -> SchemaType? {
    guard let type = schema.type(condition.text) else {
      checkKnownType(condition)
      return nil
    }
    guard !type.isComposite else { return type }
    let subject = fragment.map { "the fragment \"\($0)\"" } ?? "a fragment"
    report(
      .fragmentsOnCompositeTypes, "\(subject) cannot be on \(type.name), which has no fields", condition.range)
    return nil
  }

  mutating func checkKnownType(_ name: NamePlace) {
    guard schema.type(name.text) == nil, !definesType(name.text) else { return }
    let hint = suggestion(for: name.text, among: schema.types.map(\.name))
    report(.knownTypeNames, "there is no type \"\(name.text)\"" + hint, name.range)
  }

  private func definesType(_ name: String) -> Bool {
    document.typeSystem.contains { $0.name?.text == name && $0.kind != .directive && !$0.isExtension }
  }

  /// A suggestion for an unknown name, to end its message. Finding similar names is slow, so only the first issues have
  /// one.
  func suggestion(for word: String, among known: @autoclosure () -> [String]) -> String {
    guard issues.count < 20, let meant = NearestWord.of(word, in: known()) else { return "" }
    return "; did you mean \"\(meant)\"?"
  }
}

/// The variables and fragments that one operation or fragment uses.
struct DefinitionUses {
  /// A variable use with the expected type.
  struct VariableUse {
    var name: String
    var range: Range<Int>
    /// `nil` if the type is unknown.
    var type: TypeReference?
    /// True if the argument or field that receives the value has a default.
    var hasDefault: Bool
  }

  var variableUses: [VariableUse] = []
  var spreads: [FragmentSpread] = []
  /// The variables of the current operation by name; `nil` in a fragment.
  var variables: [String: VariableDefinition]?
}

/// Rules about the definitions of a document: their kinds and names.
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
          .variablesAreInputTypes,
          "the variable $\(name) cannot be of type \(variable.type.type), which is not an input type",
          variable.type.range)
      }
      if let value = variable.defaultValue {
        let expected = type?.isInput == true ? variable.type.type : nil
        checkValue(value, expected: expected, hasDefault: false)
      }
      checkDirectives(variable.directives, at: .variableDefinition, field: nil)
    }
  }

  /// Reports fragments that no operation spreads, directly or through others.
  mutating func checkUnusedFragments() {
    let used = Set(reachableFragments(from: operationSpreads))
    for fragment in document.fragments where !used.contains(fragment.name.text) {
      report(.noUnusedFragments, "the fragment \"\(fragment.name.text)\" is never used", fragment.name.range)
    }
  }
}

/// Rules about the variables of an operation and of the fragments that it spreads.
extension ValidationWalk {
  mutating func checkVariableUses(of operation: OperationDefinition) {
    var used: Set<String> = []
    let title = operation.name.map { "the operation \"\($0.text)\"" } ?? "the operation"
    let own = uses
    checkUses(own.variableUses, of: own, title, &used)
    for fragment in reachableFragments(from: own.spreads) {
      guard let inside = fragmentUses[fragment], !inside.variableUses.isEmpty else { continue }
      variableBudget -= inside.variableUses.count
      // The remaining uses would take too long, so unused variables cannot be reported reliably.
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

  /// True if the variable is allowed where a type is expected (October 2021, section 5.8.5).
  private func allows(_ variable: VariableDefinition, as expected: TypeReference, hasDefault: Bool) -> Bool {
    schema.allows(
      variable.type.type, hasDefault: variable.defaultValue.map { !$0.isNull } ?? false, as: expected,
      placeHasDefault: hasDefault)
  }
}

extension GraphQLSchema {
  /// True if a variable is allowed where a type is expected: a default value compensates for a missing `!`.
  func allows(
    _ variable: TypeReference, hasDefault: Bool, as expected: TypeReference, placeHasDefault: Bool
  ) -> Bool {
    if case .nonNull(let nullable) = expected, !variable.isNonNull {
      return (hasDefault || placeHasDefault) && accepts(variable, as: nullable)
    }
    return accepts(variable, as: expected)
  }
}

/// An error in a document, found by validation against a schema.
package struct ValidationIssue: Hashable, Sendable {
  package var rule: ValidationRule
  /// The message in plain language.
  package var message: String
  /// The location in bytes of UTF-8.
  package var range: Range<Int>
}

/// The rules of the specification's chapter 5, by the names that graphql-js and graphql-core give them.
package enum ValidationRule: String, Hashable, Sendable, CaseIterable {
  /// A syntax error, which is not a rule of chapter 5.
  case syntax
  case executableDefinitions = "ExecutableDefinitions"
  case uniqueOperationNames = "UniqueOperationNames"
  case loneAnonymousOperation = "LoneAnonymousOperation"
  case singleFieldSubscriptions = "SingleFieldSubscriptions"
  case knownTypeNames = "KnownTypeNames"
  case fragmentsOnCompositeTypes = "FragmentsOnCompositeTypes"
  case variablesAreInputTypes = "VariablesAreInputTypes"
  case scalarLeafs = "ScalarLeafs"
  case fieldsOnCorrectType = "FieldsOnCorrectType"
  case uniqueFragmentNames = "UniqueFragmentNames"
  case knownFragmentNames = "KnownFragmentNames"
  case noUnusedFragments = "NoUnusedFragments"
  case possibleFragmentSpreads = "PossibleFragmentSpreads"
  case noFragmentCycles = "NoFragmentCycles"
  case uniqueVariableNames = "UniqueVariableNames"
  case noUndefinedVariables = "NoUndefinedVariables"
  case noUnusedVariables = "NoUnusedVariables"
  case knownDirectives = "KnownDirectives"
  case uniqueDirectivesPerLocation = "UniqueDirectivesPerLocation"
  case knownArgumentNames = "KnownArgumentNames"
  case uniqueArgumentNames = "UniqueArgumentNames"
  case valuesOfCorrectType = "ValuesOfCorrectType"
  case providedRequiredArguments = "ProvidedRequiredArguments"
  case variablesInAllowedPosition = "VariablesInAllowedPosition"
  case overlappingFieldsCanBeMerged = "OverlappingFieldsCanBeMerged"
  case uniqueInputFieldNames = "UniqueInputFieldNames"
  /// Not in the specification: servers reject introspection that nests lists three levels deep.
  case maxIntrospectionDepth = "MaxIntrospectionDepth"
}

extension GraphQLSchema {
  /// The errors of a document against the schema, in the order of the text, at most `limit`.
  package func validate(_ document: GraphQLDocument, limit: Int = 100) -> [ValidationIssue] {
    var walk = ValidationWalk(self, document, limit: limit)
    walk.checkDocument()
    return walk.issues.sorted { ($0.range.lowerBound, $0.rule.rawValue) < ($1.range.lowerBound, $1.rule.rawValue) }
  }

  /// The syntax and validation errors of a text.
  package func issues(in text: String, limit: Int = 100) -> [ValidationIssue] {
    do { return validate(try GraphQLDocument(parsing: text), limit: limit) } catch {
      return [ValidationIssue(rule: .syntax, message: error.message, range: error.range)]
    }
  }
}
