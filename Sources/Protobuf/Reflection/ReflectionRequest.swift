/// What a server is asked about its services (`grpc.reflection.v1` and `v1alpha`, whose bytes are the same).
///
/// https://github.com/grpc/grpc/blob/master/doc/server-reflection.md
package enum ReflectionRequest: Hashable, Sendable {
  case listServices
  /// The file that declares a service, a type or a method.
  case fileContainingSymbol(String)
  /// The file of a path that another imports.
  case fileByName(String)
  /// The file that extends a type by a field of this number.
  case fileContainingExtension(of: String, number: Int)
  /// The numbers of all extensions of a type.
  case extensionNumbers(of: String)

  /// The method that is called, in the newer and the older version of the protocol: not every server has the newer.
  package static let methods = [
    "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
    "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
  ]

  /// The bytes of a `ServerReflectionRequest`.
  package var bytes: [UInt8] {
    var writer = WireWriter()
    switch self {
    case .listServices: writer.field(7, "*".utf8)
    case .fileContainingSymbol(let name): writer.field(4, name.utf8)
    case .fileByName(let name): writer.field(3, name.utf8)
    case .fileContainingExtension(let type, let number):
      var inner = WireWriter()
      inner.field(1, type.utf8)
      inner.field(2, number)
      writer.field(5, inner.bytes)
    case .extensionNumbers(let type): writer.field(6, type.utf8)
    }
    return writer.bytes
  }
}
