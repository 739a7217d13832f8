internal import Basics

/// Writes messages as JSON, as `google.protobuf.json_format` of Python does by default: names in lower camel case, fields
/// that are there, in the order of their numbers.
///
/// https://protobuf.dev/programming-guides/json
struct JSONPrinter: MessageWalk {
  let schema: ProtobufSchema
  /// Whether what JSON cannot hold is an error. Otherwise it is written for a reader, and noted.
  let isStrict: Bool
  var path = MessagePath()
  private(set) var notices: [MessageError] = []
  private var levels = 0

  /// `Any` within `Any` may be nested without end: every one begins anew to count the levels of its bytes.
  private static let deepest = 200
  private static let mostNotices = 100

  init(_ schema: ProtobufSchema, isStrict: Bool) {
    (self.schema, self.isStrict) = (schema, isStrict)
  }

  mutating func message(_ message: DynamicMessage) throws(MessageError) -> JSONValue {
    levels += 1
    defer { levels -= 1 }
    guard levels <= Self.deepest else { return try problem(.tooDeep(limit: Self.deepest), .object([])) }
    if let known = schema.messages[message.type].wellKnown { return try wellKnown(message, known) }
    return .object(try members(message))
  }

  mutating func members(_ message: DynamicMessage) throws(MessageError) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    members.reserveCapacity(message.values.count)
    for (number, value) in message.values.sorted(by: { $0.key < $1.key }) {
      guard let field = schema.field(number: number, in: message.type) else { continue }
      let key = field.jsonKey
      let json = try at(.field(key)) { printer throws(MessageError) in try printer.field(value, field) }
      members.append(JSONValue.Member(key, json))
    }
    if !isStrict, !message.unknown.isEmpty { note(.unknownNumbers(message.unknownNumbers)) }
    return members
  }

  private mutating func field(_ value: FieldValue, _ field: MessageField) throws(MessageError) -> JSONValue {
    switch value {
    case .list(let values):
      var items: [JSONValue] = []
      items.reserveCapacity(values.count)
      for (index, value) in values.enumerated() {
        items.append(try at(.index(index)) { printer throws(MessageError) in try printer.value(value, field) })
      }
      return .array(items)
    case .map(let map):
      guard let (_, of) = schema.mapEntry(field) else { return .object([]) }
      var members: [JSONValue.Member] = []
      members.reserveCapacity(map.entries.count)
      for entry in map.entries {
        let key = try key(entry.key)
        let json = try at(.key(key)) { printer throws(MessageError) in try printer.value(entry.value, of) }
        members.append(JSONValue.Member(key, json))
      }
      return .object(members)
    default: return try self.value(value, field)
    }
  }

  mutating func key(_ value: FieldValue) throws(MessageError) -> String {
    guard case .bytes(let bytes) = value else { return value.keyText }
    let text = String(decoding: bytes, as: UTF8.self)
    _ = try problem(.invalidText, .string(text))
    return text
  }

  mutating func value(_ value: FieldValue, _ field: MessageField) throws(MessageError) -> JSONValue {
    switch value {
    case .int(let value):
      let is64 = field.kind == .int64 || field.kind == .sint64 || field.kind == .sfixed64
      return is64 ? .string(String(value)) : .number(String(value))
    case .uint(let value):
      return field.kind == .uint64 || field.kind == .fixed64 ? .string(String(value)) : .number(String(value))
    case .float(let value): return Self.number(FloatText.shortest(value), value)
    case .double(let value): return Self.number(value, value)
    case .bool(let value): return .bool(value)
    case .string(let text): return .string(text)
    case .bytes(let bytes) where field.kind == .string:
      return try problem(.invalidText, .string(String(decoding: bytes, as: UTF8.self)))
    case .bytes(let bytes): return .string(Base64.encode(bytes))
    case .enumeration(let number): return try enumeration(number, field)
    case .message(let message): return try self.message(message)
    case .list, .map: return .null
    }
  }

  private static func number(_ value: Double, _ original: some BinaryFloatingPoint) -> JSONValue {
    if original.isNaN { return .string("NaN") }
    if original.isInfinite { return .string(original < 0 ? "-Infinity" : "Infinity") }
    return .number("\(value)")
  }

  private mutating func enumeration(_ number: Int32, _ field: MessageField) throws(MessageError) -> JSONValue {
    guard case .enumeration(let place) = field.kind else { return .number(String(number)) }
    let type = schema.enums[place]
    if type.fullName == "google.protobuf.NullValue" { return .null }
    if let name = type.name(number) { return .string(name) }
    guard type.isClosed else { return .number(String(number)) }
    return try problem(
      .unknownEnumValue(String(number), of: type.fullName, nearest: nil), .number(String(number)))
  }

  /// What JSON cannot hold: an error, or something that a reader understands.
  mutating func problem(_ reason: MessageError.Reason, _ readable: JSONValue) throws(MessageError) -> JSONValue {
    guard !isStrict else { throw error(reason) }
    note(reason)
    return readable
  }

  private mutating func note(_ reason: MessageError.Reason) {
    if notices.count < Self.mostNotices { notices.append(error(reason)) }
  }
}

extension DynamicMessage {
  /// The numbers of the fields that its type does not have, each once.
  package var unknownNumbers: [Int] {
    var reader = WireReader(unknown)
    var numbers: Set<Int> = []
    // They were read before, so this ends at their end.
    while let field = try? reader.next() {
      numbers.insert(field.number)
      guard case .groupStart = field.value else { continue }
      // Its group was read before as well, so it has an end.
      try? reader.skipGroup(field.number, depth: WireReader.deepest)
    }
    return numbers.sorted()
  }
}
