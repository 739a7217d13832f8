package import Basics

/// Writes a message with all fields of its type, to be filled in.
private struct MessageTemplate {
  let schema: ProtobufSchema
  /// The types around the place, so that none is written within itself.
  private var open: Set<Int> = []
  /// How many fields may still be written: types that use each other have far more places than types.
  private var fieldsLeft = 2_000

  init(_ schema: ProtobufSchema) { self.schema = schema }

  mutating func message(_ type: Int) -> JSONValue {
    if let known = schema.messages[type].wellKnown { return wellKnown(known, type) }
    // Absent, so that it lacks nothing that is required.
    guard fieldsLeft > 0, open.insert(type).inserted else { return .null }
    defer { open.remove(type) }
    var members: [JSONValue.Member] = []
    var oneofs: Set<Int> = []
    for field in schema.messages[type].fields {
      // Of the fields of a oneof only one can be set.
      if let oneof = field.oneof, !oneofs.insert(oneof).inserted { continue }
      guard fieldsLeft > 0 || field.isRequired else { continue }
      fieldsLeft -= 1
      members.append(JSONValue.Member(field.jsonName, value(field)))
    }
    return .object(members)
  }

  private mutating func value(_ field: MessageField) -> JSONValue {
    if let (key, of) = schema.mapEntry(field) {
      guard !isOpen(of) else { return .object([]) }
      return .object([JSONValue.Member(key.kind == .string ? "key" : key.kind == .bool ? "true" : "0", one(of))])
    }
    guard field.isRepeated else { return one(field) }
    return isOpen(field) ? .array([]) : .array([one(field)])
  }

  private func isOpen(_ field: MessageField) -> Bool {
    guard let type = field.messageType else { return false }
    return open.contains(type) || fieldsLeft <= 0
  }

  private mutating func one(_ field: MessageField) -> JSONValue {
    switch field.kind {
    case .message(let type): message(type)
    case .enumeration(let type): .string(field.defaultValue ?? schema.enums[type].values.first?.name ?? "")
    case .bool: .bool(field.defaultValue == "true")
    case .string: .string(field.defaultValue ?? "")
    case .bytes: .string("")
    case .int64, .sint64, .sfixed64, .uint64, .fixed64: .string(field.defaultValue ?? "0")
    case .float, .double: number(field.defaultValue)
    default: .number(field.defaultValue ?? "0")
    }
  }

  /// Compilers write defaults as C does: `inf`, `nan`.
  private func number(_ text: String?) -> JSONValue {
    guard let text, let value = Double(text) else { return .number("0") }
    return value.isFinite ? .number("\(value)") : .string(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
  }

  private mutating func wellKnown(_ known: WellKnownType, _ type: Int) -> JSONValue {
    switch known {
    case .any: .object(["@type": "type.googleapis.com/google.protobuf.Empty"])
    case .timestamp: .string("1970-01-01T00:00:00Z")
    case .duration: .string("0s")
    case .fieldMask: .string("")
    case .structure: .object([])
    case .value: .null
    case .listValue: .array([])
    case .wrapper: schema.messages[type].field(number: 1).map { one($0) } ?? .null
    }
  }
}

extension ProtobufSchema {
  /// A message with all fields of its type, their defaults in them. It can be sent as it is. A type within itself is `null`,
  /// which is none; of the fields of a oneof the first is there.
  package func template(of type: Int) -> JSONValue {
    var template = MessageTemplate(self)
    return template.message(type)
  }
}
