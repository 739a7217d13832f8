package import GraphQL
import Workspaces

/// A schema that requests share: it is never copied and never compared but by what it is.
// A class for that identity.
package final class SchemaReference: Equatable, Sendable {
  package let schema: GraphQLSchema
  /// Where it came from, and when, in words.
  package let origin: String
  /// A line for each type but those of introspection.
  let types: [SchemaEntry]
  let search: SchemaSearch

  /// Takes a time that grows with the schema.
  package init(_ schema: GraphQLSchema, origin: String) {
    self.schema = schema
    self.origin = origin
    types = schema.types.filter { !$0.name.hasPrefix("__") }.map { schema.entry(of: $0) }
    search = SchemaSearch(schema)
  }

  package static func == (left: SchemaReference, right: SchemaReference) -> Bool { left === right }
}

/// What is known of the schema of a request.
package typealias RequestSchema = Learned<SchemaReference>

/// What a schema was asked for: kept schemas differ by these.
struct SchemaSubject: Equatable {
  var source: SchemaSource
  /// The name of the environment; `nil` for none.
  var environment: String?
}
