package import Basics

/// A `google.rpc.Status`: the content of `grpc-status-details-bin`.
package struct RPCStatus: WireRecord {
  package var code = 0
  package var message = ""
  /// Serialized `Any`s.
  var details: [[UInt8]] = []

  init() {}

  package init(parsing bytes: [UInt8]) throws(WireError) { try self.init(reading: bytes) }

  /// Parses a header value, Base64 with or without padding; `nil` for anything else.
  package init?(header value: String) {
    guard let bytes = Base64.decodeLeniently(value.utf8) else { return nil }
    // An unreadable header carries no details.
    guard let status = try? RPCStatus(parsing: bytes) else { return nil }
    self = status
  }

  mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError) {
    switch field.number {
    case 1: code = field.int32
    case 2: message = try scope.text(field)
    case 3: details.append(scope.content(field))
    default: break
    }
  }

  /// The details as JSON, each with its `@type`. For an unknown type, `value` contains the bytes.
  package func details(_ schema: ProtobufSchema) -> [JSONValue] {
    guard let any = schema.message(named: "google.protobuf.Any") else { return [] }
    return details.map { bytes in
      do {
        return schema.readableJSON(try schema.decode(bytes, as: any)).json
      } catch {
        return ["error": .string("\(error)"), "value": .string(Base64.encode(bytes))]
      }
    }
  }
}
