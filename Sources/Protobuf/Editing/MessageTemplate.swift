package import Basics

/// Builds a message with all fields of its type, to be filled in.
private struct MessageTemplate {
  let schema: ProtobufSchema
  /// The types of the enclosing messages, to stop recursion.
  private var open: Set<Int> = []
  /// The number of fields that may still be written: mutually recursive types would expand exponentially.
  private var fieldsLeft = 2_000
  /// The maximum nesting depth: a server may declare a chain of thousands of types.
  private static let deepest = 32

  init(_ schema: ProtobufSchema) { self.schema = schema }

  mutating func message(_ type: Int) -> JSONValue {
    if let known = schema.messages[type].wellKnown { return wellKnown(known, type) }
    // `null` leaves the message out, so no required field is missing.
    guard !isFull, open.insert(type).inserted else { return .null }
    defer { open.remove(type) }
    var members: [JSONValue.Member] = []
    var oneofs: Set<Int> = []
    for field in schema.messages[type].fields {
      // Only one field of a oneof can be set.
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
    return open.contains(type) || isFull
  }

  /// True if no further message may be nested here.
  private var isFull: Bool { fieldsLeft <= 0 || open.count >= Self.deepest }

  private mutating func one(_ field: MessageField) -> JSONValue {
    guard let type = field.messageType else { return field.startValue(in: schema) }
    return message(type)
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
  /// A message with all fields of its type at their defaults, ready to send. A recursive or too deep message is `null`,
  /// and a oneof has its first field only.
  package func template(of type: Int) -> JSONValue {
    var template = MessageTemplate(self)
    return template.message(type)
  }
}
