internal import Basics

/// Reads JSON into messages. What it accepts, `google.protobuf.json_format` of Python accepts, too, with the same result.
struct JSONMessageParser: MessageWalk {
  let schema: ProtobufSchema
  /// Whether to go on after an error and collect all of them, for a text that is being edited.
  let collects: Bool
  var path = MessagePath()
  private(set) var errors: [MessageError] = []

  /// As in the other implementations.
  static let deepest = 100
  private static let mostErrors = 100

  init(_ schema: ProtobufSchema, collects: Bool = false) {
    (self.schema, self.collects) = (schema, collects)
  }

  mutating func message(_ json: JSONValue, as type: Int, depth: Int = 1) throws(MessageError) -> DynamicMessage {
    guard depth <= Self.deepest else { throw error(.tooDeep(limit: Self.deepest)) }
    if let known = schema.messages[type].wellKnown { return try wellKnown(json, known, type, depth) }
    guard case .object(let members) = json else { throw expected("an object", json) }
    return try message(members, as: type, depth: depth)
  }

  mutating func message(
    _ members: [JSONValue.Member], as type: Int, depth: Int
  ) throws(MessageError) -> DynamicMessage {
    var message = DynamicMessage(type: type)
    var seen: Set<Int> = []
    var oneofs: [Int: String] = [:]
    for member in members {
      try step(.field(member.name)) { parser throws(MessageError) in
        guard let field = parser.schema.field(jsonKey: member.name, in: type) else {
          throw parser.unknownField(member.name, type)
        }
        guard seen.insert(field.number).inserted else { throw parser.error(.duplicateKey(member.name)) }
        guard member.value != .null || field.takesNull(parser.schema) else { return }
        if let oneof = field.oneof, let other = oneofs.updateValue(member.name, forKey: oneof) {
          throw parser.error(.oneofTaken(parser.schema.messages[type].oneofs[oneof].name, by: other))
        }
        try parser.take(member.value, field, &message, depth)
      }
    }
    return message
  }

  private mutating func take(
    _ json: JSONValue, _ field: MessageField, _ message: inout DynamicMessage, _ depth: Int
  ) throws(MessageError) {
    if let (key, of) = schema.mapEntry(field) { return try takeMap(json, field, (key, of), &message, depth) }
    guard field.isRepeated else { return message.set(field, try value(json, field, depth)) }
    guard case .array(let items) = json else { throw expected("an array", json) }
    var values: [FieldValue] = []
    values.reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      try step(.index(index)) { parser throws(MessageError) in
        guard item != .null || parser.schema.isValue(field) else { throw parser.error(.nullElement) }
        values.append(try parser.value(item, field, depth))
      }
    }
    message.set(field, .list(values))
  }

  private mutating func takeMap(
    _ json: JSONValue, _ field: MessageField, _ entry: (key: MessageField, value: MessageField),
    _ message: inout DynamicMessage, _ depth: Int
  ) throws(MessageError) {
    guard case .object(let members) = json else { throw expected("an object", json) }
    var map = MapValue()
    var seen: Set<String> = []
    for member in members {
      try step(.key(member.name)) { parser throws(MessageError) in
        guard seen.insert(member.name).inserted else { throw parser.error(.duplicateKey(member.name)) }
        let key = try parser.key(member.name, entry.key)
        map.set(key, try parser.value(member.value, entry.value, depth))
      }
    }
    message.set(field, .map(map))
  }

  private func key(_ text: String, _ field: MessageField) throws(MessageError) -> FieldValue {
    guard field.kind == .bool else { return try scalar(.string(text), field) }
    guard text == "true" || text == "false" else { throw error(.expected("true or false", got: text)) }
    return .bool(text == "true")
  }

  /// One value of a field: the whole of a singular one, or an element.
  private mutating func value(_ json: JSONValue, _ field: MessageField, _ depth: Int) throws(MessageError) -> FieldValue
  {
    if case .message(let type) = field.kind { return .message(try message(json, as: type, depth: depth + 1)) }
    return try scalar(json, field)
  }

  /// Goes a step into the message. If errors are collected, one ends only the step.
  mutating func step(
    _ step: MessagePath.Step, _ body: (inout JSONMessageParser) throws(MessageError) -> Void
  ) throws(MessageError) {
    do {
      try at(step, body)
    } catch {
      guard collects else { throw error }
      if errors.count < Self.mostErrors { errors.append(error) }
    }
  }

  private func unknownField(_ name: String, _ type: Int) -> MessageError {
    let type = schema.messages[type]
    let nearest = nearest(name, type.fields.count) { type.fields.map(\.jsonName) }
    return error(.unknownField(name, in: type.fullName, nearest: nearest))
  }

  /// What was meant by a name, as far as that is shown and quickly found.
  func nearest(_ name: String, _ count: Int, _ known: () -> [String]) -> String? {
    count <= 1_000 && errors.count < Self.mostErrors ? NearestWord.of(name, in: known()) : nil
  }

  func expected(_ kind: String, _ json: JSONValue) -> MessageError {
    error(.expected(kind, got: json.kindWords))
  }
}

extension MessageField {
  /// Whether `null` is a value of the field instead of none.
  fileprivate func takesNull(_ schema: ProtobufSchema) -> Bool {
    guard !isRepeated else { return false }
    if case .enumeration(let type) = kind { return schema.enums[type].fullName == "google.protobuf.NullValue" }
    return schema.isValue(self)
  }
}

extension ProtobufSchema {
  fileprivate func isValue(_ field: MessageField) -> Bool {
    field.messageType.map { messages[$0].wellKnown == .value } ?? false
  }
}

extension JSONValue {
  /// What an error says was found.
  var kindWords: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let text): text.utf8.count < 40 ? text : "a number"
    case .string(let text): text.utf8.count < 40 ? JSONString.quoted(text) : "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
