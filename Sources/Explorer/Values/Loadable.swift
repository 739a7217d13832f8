package import GraphQL
package import Protobuf
import Workspaces

/// The state of a resource that is read or fetched for a request.
package enum Loadable<Reference: Equatable & Sendable>: Equatable, Sendable {
  case unasked
  /// Being read, or fetched on the user's request.
  case waiting(isFetch: Bool)
  /// Not fetched yet; the source it would come from.
  case absent(String)
  case failed(String)
  case known(Reference)

  /// True if it is neither available nor being loaded.
  var isMissing: Bool {
    switch self {
    case .unasked, .absent, .failed: true
    case .waiting, .known: false
    }
  }

  var isWaiting: Bool {
    if case .waiting = self { true } else { false }
  }

  var reference: Reference? {
    if case .known(let reference) = self { reference } else { nil }
  }
}

/// A schema shared by requests, compared by identity.
// A class for the identity.
package final class SchemaReference: Equatable, Sendable {
  package let schema: GraphQLSchema
  /// The source of the schema and the time it was loaded, in words.
  package let origin: String
  /// The types, without those of introspection.
  let types: [SchemaEntry]
  let search: SchemaSearch

  /// Takes time proportional to the size of the schema.
  package init(_ schema: GraphQLSchema, origin: String) {
    self.schema = schema
    self.origin = origin
    types = schema.types.filter { !$0.name.hasPrefix("__") }.map { schema.entry(of: $0) }
    search = SchemaSearch(schema)
  }

  package static func == (left: SchemaReference, right: SchemaReference) -> Bool { left === right }
}

/// The schema of a request, as far as it is known.
package typealias RequestSchema = Loadable<SchemaReference>

/// The inputs that identify a stored schema.
struct SchemaSubject: Equatable {
  var source: SchemaSource
  /// The name of the environment; `nil` for none.
  var environment: String?
}

/// The types of a gRPC server shared by requests, compared by identity.
// A class for the identity.
package final class TypesReference: Equatable, Sendable {
  package let schema: ProtobufSchema
  /// The source of the types, in words.
  package let origin: String

  package init(_ schema: ProtobufSchema, origin: String) {
    self.schema = schema
    self.origin = origin
  }

  package static func == (left: TypesReference, right: TypesReference) -> Bool { left === right }
}

/// The types of a call, as far as they are known.
package typealias RequestTypes = Loadable<TypesReference>
