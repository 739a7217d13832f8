/// A type that JSON writes in a way of its own.
///
/// https://protobuf.dev/programming-guides/json
package enum WellKnownType: Hashable, Sendable {
  case any, duration, timestamp, fieldMask, structure, value, listValue
  /// One value, written as it is: `Int32Value`, `StringValue` and others.
  case wrapper

  /// - Returns: `nil` also for a type of that name with other fields.
  init?(_ type: MessageType, _ schema: ProtobufSchema) {
    guard type.fullName.hasPrefix(Self.package) else { return nil }
    let name = String(type.fullName.dropFirst(Self.package.count))
    guard let (known, shape) = Self.shapes[name] else { return nil }
    let fields = type.fields.sorted { $0.number < $1.number }
    guard fields.map(\.number) == Array(1...max(1, fields.count)),
      fields.map({ schema.typeName(of: $0) }).joined(separator: ", ") == shape
    else { return nil }
    self = known
  }

  private static let package = "google.protobuf."

  /// By the name in the package: the types of the fields 1, 2, ….
  private static let shapes: [String: (WellKnownType, String)] = [
    "Any": (.any, "string, bytes"),
    "Duration": (.duration, "int64, int32"),
    "Timestamp": (.timestamp, "int64, int32"),
    "FieldMask": (.fieldMask, "repeated string"),
    "Struct": (.structure, "map<string, google.protobuf.Value>"),
    "Value": (
      .value,
      "google.protobuf.NullValue, double, string, bool, google.protobuf.Struct, google.protobuf.ListValue"
    ),
    "ListValue": (.listValue, "repeated google.protobuf.Value"),
    "DoubleValue": (.wrapper, "double"), "FloatValue": (.wrapper, "float"), "Int64Value": (.wrapper, "int64"),
    "UInt64Value": (.wrapper, "uint64"), "Int32Value": (.wrapper, "int32"), "UInt32Value": (.wrapper, "uint32"),
    "BoolValue": (.wrapper, "bool"), "StringValue": (.wrapper, "string"), "BytesValue": (.wrapper, "bytes"),
  ]
}
