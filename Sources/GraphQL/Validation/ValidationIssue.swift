/// Something in a document that its schema does not allow.
package struct ValidationIssue: Hashable, Sendable {
  package var rule: ValidationRule
  /// In plain words.
  package var message: String
  /// Where, in bytes of UTF-8.
  package var range: Range<Int>
}

/// The rules of the specification's chapter 5, by the names that graphql-js and graphql-core give them.
package enum ValidationRule: String, Hashable, Sendable, CaseIterable {
  /// The text cannot be read; none of the rules of chapter 5.
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
  /// No rule of the specification: servers refuse introspection that nests lists three times.
  case maxIntrospectionDepth = "MaxIntrospectionDepth"
}

extension GraphQLSchema {
  /// What in the document the schema does not allow, in the order of the text; at most `limit` issues.
  package func validate(_ document: GraphQLDocument, limit: Int = 100) -> [ValidationIssue] {
    var walk = ValidationWalk(self, document, limit: limit)
    walk.checkDocument()
    return walk.issues.sorted { ($0.range.lowerBound, $0.rule.rawValue) < ($1.range.lowerBound, $1.rule.rawValue) }
  }

  /// What is wrong with a text: its syntax, or what the schema does not allow.
  package func issues(in text: String, limit: Int = 100) -> [ValidationIssue] {
    do { return validate(try GraphQLDocument(parsing: text), limit: limit) } catch {
      return [ValidationIssue(rule: .syntax, message: error.message, range: error.range)]
    }
  }
}
