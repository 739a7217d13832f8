/// Something in the text of a schema that GraphQL does not allow.
package struct DefinitionIssue: Hashable, Sendable {
  package var rule: DefinitionRule
  /// In plain words.
  package var message: String
  /// Where, in bytes of UTF-8.
  package var range: Range<Int>
}

/// The rules for definitions by the names that graphql-js and graphql-core give them, and one for all that the specification's
/// chapter 3 demands of whole types.
package enum DefinitionRule: String, Hashable, Sendable, CaseIterable {
  case loneSchemaDefinition = "LoneSchemaDefinition"
  case uniqueOperationTypes = "UniqueOperationTypes"
  case uniqueTypeNames = "UniqueTypeNames"
  case uniqueEnumValueNames = "UniqueEnumValueNames"
  case uniqueFieldDefinitionNames = "UniqueFieldDefinitionNames"
  case uniqueArgumentDefinitionNames = "UniqueArgumentDefinitionNames"
  case uniqueDirectiveNames = "UniqueDirectiveNames"
  case knownTypeNames = "KnownTypeNames"
  case knownDirectives = "KnownDirectives"
  case uniqueDirectivesPerLocation = "UniqueDirectivesPerLocation"
  case possibleTypeExtensions = "PossibleTypeExtensions"
  case knownArgumentNamesOnDirectives = "KnownArgumentNamesOnDirectives"
  case uniqueArgumentNames = "UniqueArgumentNames"
  case uniqueInputFieldNames = "UniqueInputFieldNames"
  case providedRequiredArgumentsOnDirectives = "ProvidedRequiredArgumentsOnDirectives"
  case types = "Types"
}

extension GraphQLDocument {
  /// More issues of a text are not looked for.
  package static let mostIssues = 1000

  /// What is wrong with the definitions of a schema, in the order of the text: first of their names and directives, and where
  /// those are right, of whole types; at most `limit` issues.
  /// - Parameter known: the schema that they make, where it was made already.
  package func definitionIssues(of known: GraphQLSchema? = nil, limit: Int = mostIssues) -> [DefinitionIssue] {
    var check = DefinitionCheck(self, limit: limit)
    check.checkAll()
    var issues = check.issues
    // Without a type for queries there is no schema, which says so itself.
    if issues.isEmpty, let schema = known ?? (try? GraphQLSchema(self)) {
      var check = TypeCheck(schema, typeSystem, limit: limit)
      check.checkAll()
      issues = check.issues
    }
    return issues.sorted { ($0.range.lowerBound, $0.rule.rawValue) < ($1.range.lowerBound, $1.rule.rawValue) }
  }
}
