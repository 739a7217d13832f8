import Basics

/// One pass over a document that knows the type at each place (graphql-core's TypeInfo), with what the rules remember.
struct ValidationWalk {
  let schema: GraphQLSchema
  let document: GraphQLDocument
  /// Of two fragments with one name, the last.
  let fragments: [String: FragmentDefinition]
  private(set) var issues: [ValidationIssue] = []
  /// What the operation or fragment that is being read uses.
  var uses = DefinitionUses()
  /// The uses of each fragment, by its name.
  var fragmentUses: [String: DefinitionUses] = [:]
  /// What the first fragment of each name spreads.
  private(set) var firstSpreads: [String: [FragmentSpread]] = [:]
  /// What all operations spread.
  private(set) var operationSpreads: [FragmentSpread] = []
  /// How many uses of variables in fragments are still looked at: operations that all spread the same fragments would
  /// otherwise cost their product.
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
    uses.variables = VariableTypes(operation)
    checkDirectives(operation.directives, at: operation.kind.location, field: nil)
    checkSelections(operation.selectionSet, of: root)
    operationSpreads += uses.spreads
    checkVariableUses(of: operation)
    checkSubscription(operation)
  }

  /// - Parameter fragment: its name, for the message; `nil` for one without a name.
  /// - Returns: the type, if it is one that fragments can be for.
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

  /// The end of a message about an unknown word. Looking for what was meant takes longer than finding that it is unknown, so
  /// only the first issues say it.
  func suggestion(for word: String, among known: @autoclosure () -> [String]) -> String {
    guard issues.count < 20, let meant = NearestWord.of(word, in: known()) else { return "" }
    return "; did you mean \"\(meant)\"?"
  }
}

/// What one operation or fragment uses.
struct DefinitionUses {
  /// A variable where it stands, and what is expected there.
  struct VariableUse {
    var name: String
    var range: Range<Int>
    /// `nil` where the type is not known.
    var type: TypeReference?
    /// Whether the argument or field that it is the value of has a default.
    var hasDefault: Bool
  }

  var variableUses: [VariableUse] = []
  var spreads: [FragmentSpread] = []
  /// Those of the operation that is being read; `nil` in a fragment.
  var variables: VariableTypes?
}

/// The variables of an operation by name; of two with one name, the last.
struct VariableTypes {
  private let definitions: [String: VariableDefinition]

  init(_ operation: OperationDefinition) {
    definitions = Dictionary(operation.variables.map { ($0.name.text, $0) }) { _, last in last }
  }

  subscript(name: String) -> VariableDefinition? { definitions[name] }
}
