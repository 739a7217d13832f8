/// Encodes messages by a schema: fields by number, maps in their order, unknown fields last.
private struct MessageEncoder: MessageWalk {
  let schema: ProtobufSchema
  var path = MessagePath()

  mutating func encode(_ message: DynamicMessage) throws(MessageError) -> [UInt8] {
    let type = schema.messages[message.type]
    for name in type.required where message[name.number] == nil {
      path.steps.append(.field(name.jsonName))
      throw error(.missingRequired)
    }
    var writer = WireWriter()
    for (number, value) in message.values.sorted(by: { $0.key < $1.key }) {
      guard let field = schema.field(number: number, in: message.type) else { continue }
      try at(.field(field.jsonKey)) { encoder throws(MessageError) in
        guard !(type.isMessageSet && field.isExtension) else { throw encoder.error(.messageSet) }
        try encoder.write(value, field, &writer)
      }
    }
    writer.raw(message.unknown)
    return writer.bytes
  }

  private mutating func write(
    _ value: FieldValue, _ field: MessageField, _ writer: inout WireWriter
  ) throws(MessageError) {
    switch value {
    case .list(let values) where field.isPacked:
      var packed = WireWriter()
      for value in values { packed.scalar(value, field.kind) }
      writer.field(field.number, packed.bytes)
    case .list(let values):
      for (index, value) in values.enumerated() {
        try at(.index(index)) { encoder throws(MessageError) in try encoder.writeOne(value, field, &writer) }
      }
    case .map(let map):
      guard let (key, of) = schema.mapEntry(field) else { return }
      for entry in map.entries {
        var inner = WireWriter()
        try writeOne(entry.key, key, &inner)
        try at(.key(entry.key.keyText)) { encoder throws(MessageError) in try encoder.writeOne(entry.value, of, &inner)
        }
        writer.field(field.number, inner.bytes)
      }
    default: try writeOne(value, field, &writer)
    }
  }

  private mutating func writeOne(
    _ value: FieldValue, _ field: MessageField, _ writer: inout WireWriter
  ) throws(MessageError) {
    guard case .message(let message) = value else {
      writer.tag(field.number, field.kind.wireKind)
      return writer.scalar(value, field.kind)
    }
    let content = try encode(message)
    guard field.isDelimited else { return writer.field(field.number, content) }
    writer.tag(field.number, .groupStart)
    writer.raw(content)
    writer.tag(field.number, .groupEnd)
  }
}

extension ProtobufSchema {
  /// Encodes a message: fields by number, maps in their order, unknown fields last.
  /// - Throws: if a required field is missing.
  package func encode(_ message: DynamicMessage) throws(MessageError) -> [UInt8] {
    var encoder = MessageEncoder(schema: self)
    return try encoder.encode(message)
  }
}

extension FieldValue {
  /// The JSON form of a map key.
  var keyText: String {
    switch self {
    case .int(let value): String(value)
    case .uint(let value): String(value)
    case .bool(let value): value ? "true" : "false"
    case .string(let value): value
    default: ""
    }
  }
}

extension MessageField.Kind {
  /// The wire type that follows the tag.
  fileprivate var wireKind: WireWriter.Kind {
    switch self {
    case .double, .fixed64, .sfixed64: .fixed64
    case .float, .fixed32, .sfixed32: .fixed32
    case .string, .bytes, .message: .bytes
    default: .varint
    }
  }
}

extension WireWriter {
  /// Writes a value without its tag.
  fileprivate mutating func scalar(_ value: FieldValue, _ kind: MessageField.Kind) {
    switch value {
    case .int(let value) where kind == .sint32 || kind == .sint64:
      varint(UInt64(bitPattern: value << 1 ^ value >> 63))
    case .int(let value): number(UInt64(bitPattern: value), kind)
    case .uint(let value): number(value, kind)
    case .float(let value): fixed32(value.bitPattern)
    case .double(let value): fixed64(value.bitPattern)
    case .bool(let value): varint(value ? 1 : 0)
    case .enumeration(let value): varint(UInt64(bitPattern: Int64(value)))
    case .string(let text): content(text.utf8)
    case .bytes(let bytes): content(bytes)
    case .message, .list, .map: break
    }
  }

  private mutating func number(_ value: UInt64, _ kind: MessageField.Kind) {
    switch kind.wireKind {
    case .fixed32: fixed32(UInt32(truncatingIfNeeded: value))
    case .fixed64: fixed64(value)
    default: varint(value)
    }
  }
}
