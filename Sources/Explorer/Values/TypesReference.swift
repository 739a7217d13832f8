package import Protobuf

/// The types of a server of gRPC that requests share: never copied and never compared but by what they are.
// A class for that identity.
package final class TypesReference: Equatable, Sendable {
  package let schema: ProtobufSchema
  /// Where they came from, in words.
  package let origin: String

  package init(_ schema: ProtobufSchema, origin: String) {
    self.schema = schema
    self.origin = origin
  }

  package static func == (left: TypesReference, right: TypesReference) -> Bool { left === right }
}

/// What is known of the types of a call.
package typealias RequestTypes = Learned<TypesReference>
