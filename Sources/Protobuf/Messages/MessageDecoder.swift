/// Decodes the wire format by a schema. As in other implementations, a field with an unexpected wire type is unknown,
/// and so is a number that its closed enum lacks.
struct MessageDecoder {
  let schema: ProtobufSchema
  var reader: WireReader
  private var valuesLeft: Int
  private let mostValues: Int

  init(_ schema: ProtobufSchema, _ bytes: [UInt8], mostValues: Int) {
    self.schema = schema
    reader = WireReader(bytes)
    valuesLeft = mostValues
    self.mostValues = mostValues
  }

  /// Decodes fields into a message until the end of the bytes, or until the end of the group with the number `group`.
  mutating func decode(into message: inout DynamicMessage, group: Int?, depth: Int) throws(WireError) {
    guard depth >= 0 else { throw .tooDeep(limit: WireReader.deepest) }
    while let wire = try reader.next() {
      if case .groupEnd = wire.value {
        guard wire.number == group else { throw .unexpectedGroupEnd(offset: wire.start) }
        return
      }
      if let field = schema.field(number: wire.number, in: message.type),
        try take(wire, field, &message, depth)
      {
        continue
      }
      if case .groupStart = wire.value { try reader.skipGroup(wire.number, depth: depth) }
      message.unknown += reader.bytes[wire.start..<reader.index]
    }
    if let group { throw .unterminatedGroup(number: group) }
  }

  /// - Returns: `false` if the field has another wire type; then no bytes after `wire` were consumed.
  private mutating func take(
    _ wire: WireField, _ field: MessageField, _ message: inout DynamicMessage, _ depth: Int
  ) throws(WireError) -> Bool {
    switch (field.kind, wire.value) {
    case (.message(let type), .bytes(let range)) where !field.isDelimited:
      if schema.messages[type].isMapEntry, field.isRepeated {
        return try takeEntry(range, wire, field, type, &message, depth)
      }
      try takeMessage(field, type, &message) { decoder, inner throws(WireError) in
        try decoder.decode(range, into: &inner, depth)
      }
    case (.message(let type), .groupStart) where field.isDelimited:
      try takeMessage(field, type, &message) { decoder, inner throws(WireError) in
        try decoder.decode(into: &inner, group: wire.number, depth: depth - 1)
      }
    case (.message, _): return false
    case (_, .bytes(let range)) where field.isRepeated && field.kind.isPackable:
      try takePacked(range, field, &message)
    default:
      guard let value = try scalar(wire.value, field) else { return false }
      try add(value, field, &message, wire)
    }
    return true
  }

  /// Decodes the content of a range and moves past it.
  private mutating func decode(
    _ range: Range<Int>, into message: inout DynamicMessage, _ depth: Int
  ) throws(WireError) {
    let outer = reader.end
    reader.skip(to: range.lowerBound)
    reader.end = range.upperBound
    try decode(into: &message, group: nil, depth: depth - 1)
    reader.end = outer
  }

  /// Merges a repeated occurrence of a singular message into the first.
  private mutating func takeMessage(
    _ field: MessageField, _ type: Int, _ message: inout DynamicMessage,
    _ read: (inout MessageDecoder, inout DynamicMessage) throws(WireError) -> Void
  ) throws(WireError) {
    try count()
    var inner = field.isRepeated ? DynamicMessage(type: type) : message.take(field, type)
    try read(&self, &inner)
    if field.isRepeated {
      message.append(.message(inner), to: field.number)
    } else {
      message.set(field, .message(inner))
    }
  }

  private mutating func takeEntry(
    _ range: Range<Int>, _ wire: WireField, _ field: MessageField, _ type: Int, _ message: inout DynamicMessage,
    _ depth: Int
  ) throws(WireError) -> Bool {
    guard let (key, value) = schema.mapEntry(field) else { return false }
    try count()
    var entry = DynamicMessage(type: type)
    try decode(range, into: &entry, depth)
    // An entry with unknown content, such as a number that its enum lacks, stays unknown as a whole.
    guard entry.unknown.isEmpty else { return false }
    message.insert(entry[1] ?? key.kind.zero(schema), entry[2] ?? value.kind.zero(schema), to: field.number)
    return true
  }

  private mutating func takePacked(
    _ range: Range<Int>, _ field: MessageField, _ message: inout DynamicMessage
  ) throws(WireError) {
    var packed = WireReader(reader.bytes, range)
    while !packed.isAtEnd {
      let start = packed.index
      let value: WireField.Value
      switch field.kind {
      case .double, .fixed64, .sfixed64: value = .fixed64(try packed.fixed64())
      case .float, .fixed32, .sfixed32: value = .fixed32(try packed.fixed32())
      default: value = .varint(try packed.varint())
      }
      guard let scalar = try scalar(value, field) else { continue }
      try add(scalar, field, &message, WireField(number: field.number, value: value, start: start))
    }
  }

  private mutating func add(
    _ value: FieldValue, _ field: MessageField, _ message: inout DynamicMessage, _ wire: WireField
  ) throws(WireError) {
    if case .enumeration(let number) = value, case .enumeration(let type) = field.kind, schema.enums[type].isClosed,
      schema.enums[type].name(number) == nil
    {
      var writer = WireWriter()
      writer.tag(field.number, .varint)
      if case .varint(let raw) = wire.value { writer.varint(raw) }
      message.unknown += writer.bytes
      return
    }
    try count()
    if field.isRepeated { message.append(value, to: field.number) } else { message.set(field, value) }
  }

  private mutating func count() throws(WireError) {
    guard valuesLeft > 0 else { throw .tooManyValues(limit: mostValues) }
    valuesLeft -= 1
  }

  /// Decodes the value of a field that is not a message; `nil` if it has another wire type.
  private func scalar(_ value: WireField.Value, _ field: MessageField) throws(WireError) -> FieldValue? {
    switch (field.kind, value) {
    case (.int32, .varint(let raw)): .int(Int64(Int32(truncatingIfNeeded: raw)))
    case (.int64, .varint(let raw)): .int(Int64(bitPattern: raw))
    case (.uint32, .varint(let raw)): .uint(UInt64(UInt32(truncatingIfNeeded: raw)))
    case (.uint64, .varint(let raw)): .uint(raw)
    case (.sint32, .varint(let raw)): .int(Self.zigzag(UInt64(UInt32(truncatingIfNeeded: raw))))
    case (.sint64, .varint(let raw)): .int(Self.zigzag(raw))
    case (.bool, .varint(let raw)): .bool(raw != 0)
    case (.enumeration, .varint(let raw)): .enumeration(Int32(truncatingIfNeeded: raw))
    case (.fixed32, .fixed32(let raw)): .uint(UInt64(raw))
    case (.sfixed32, .fixed32(let raw)): .int(Int64(Int32(bitPattern: raw)))
    case (.float, .fixed32(let raw)): .float(Float(bitPattern: raw))
    case (.fixed64, .fixed64(let raw)): .uint(raw)
    case (.sfixed64, .fixed64(let raw)): .int(Int64(bitPattern: raw))
    case (.double, .fixed64(let raw)): .double(Double(bitPattern: raw))
    case (.bytes, .bytes(let range)): .bytes(Array(reader.bytes[range]))
    case (.string, .bytes(let range)): try text(range, field)
    default: nil
    }
  }

  private func text(_ range: Range<Int>, _ field: MessageField) throws(WireError) -> FieldValue {
    if let text = reader.text(range) { return .string(text) }
    guard !field.checksText else { throw .invalidText(offset: range.lowerBound) }
    return .bytes(Array(reader.bytes[range]))
  }

  private static func zigzag(_ raw: UInt64) -> Int64 { Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1) }
}

extension ProtobufSchema {
  /// Decodes a message of a type.
  /// - Parameter mostValues: the maximum number of values, which bounds memory: few bytes can encode many values.
  package func decode(
    _ bytes: [UInt8], as type: Int, mostValues: Int = 8_000_000
  ) throws(WireError) -> DynamicMessage {
    var decoder = MessageDecoder(self, bytes, mostValues: mostValues)
    var message = DynamicMessage(type: type)
    try decoder.decode(into: &message, group: nil, depth: WireReader.deepest)
    return message
  }
}
