/// The query that asks a server for its schema.
package enum IntrospectionQuery: CaseIterable, Sendable {
  /// With all that the specification has today: whether directives repeat, deprecated arguments, where scalars are specified,
  /// objects with one field.
  case current
  /// What October 2021 has; servers that do not know `isOneOf` answer this one.
  case october2021
  /// What June 2018 has: the answer of old servers.
  case june2018

  /// What to ask a server that refused this query because it does not know one of its fields; `nil` if it is the oldest.
  package var fallback: IntrospectionQuery? {
    switch self {
    case .current: .october2021
    case .october2021: .june2018
    case .june2018: nil
    }
  }

  /// The name of the operation, which servers show in their logs.
  package static let operationName = "IntrospectionQuery"

  /// The query. Types nest as deep as nine lists and exclamation marks, as in other clients.
  package var text: String {
    let isRecent = self != .june2018
    let arguments = isRecent ? "(includeDeprecated: true)" : ""
    return """
      query \(Self.operationName) {
        __schema {
      \(isRecent ? "    description\n" : "")    queryType { name }
          mutationType { name }
          subscriptionType { name }
          types { ...FullType }
          directives {
            name
            description
      \(isRecent ? "      isRepeatable\n" : "")      locations
            args\(arguments) { ...InputValue }
          }
        }
      }

      fragment FullType on __Type {
        kind
        name
        description
      \(self == .current ? "  isOneOf\n" : "")\(isRecent ? "  specifiedByURL\n" : "")  fields(includeDeprecated: true) {
          name
          description
          args\(arguments) { ...InputValue }
          type { ...TypeRef }
          isDeprecated
          deprecationReason
        }
        inputFields\(arguments) { ...InputValue }
        interfaces { ...TypeRef }
        enumValues(includeDeprecated: true) {
          name
          description
          isDeprecated
          deprecationReason
        }
        possibleTypes { ...TypeRef }
      }

      fragment InputValue on __InputValue {
        name
        description
        type { ...TypeRef }
        defaultValue
      \(isRecent ? "  isDeprecated\n  deprecationReason\n" : "")}

      fragment TypeRef on __Type {
        \(Self.nestedType)
      }
      """
  }

  private static let nestedType = (0..<9).reduce("kind name") { inner, _ in "kind name ofType { \(inner) }" }
}
