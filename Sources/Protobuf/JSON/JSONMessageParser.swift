internal import Basics

/// Parses JSON into messages. It accepts the input of Python's `google.protobuf.json_format`, with the same result.
struct JSONMessageParser: MessageWalk {
  let schema: ProtobufSchema
  /// True to continue after an error and collect all of them, for a text that is being edited.
  let collects: Bool
  var path = MessagePath()
  private(set) var errors: [MessageError] = []

  /// The nesting limit, as in the other implementations.
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
        // `null` is the absence of most fields.
        guard member.value != .null || !field.isRepeated && parser.schema.holdsNull(field) else { return }
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
        guard item != .null || parser.schema.holdsNull(field) else { throw parser.error(.nullElement) }
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

  /// Parses one value of a field: a singular value or one element.
  private mutating func value(_ json: JSONValue, _ field: MessageField, _ depth: Int) throws(MessageError) -> FieldValue
  {
    if case .message(let type) = field.kind { return .message(try message(json, as: type, depth: depth + 1)) }
    return try scalar(json, field)
  }

  /// Runs `body` one step deeper in the message. When collecting errors, an error ends only this step.
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

  /// The most similar known name, if it can be displayed and found quickly.
  func nearest(_ name: String, _ count: Int, _ known: () -> [String]) -> String? {
    count <= 1_000 && errors.count < Self.mostErrors ? NearestWord.of(name, in: known()) : nil
  }

  func expected(_ kind: String, _ json: JSONValue) -> MessageError {
    error(.expected(kind, got: json.kindWords))
  }
}

extension ProtobufSchema {
  /// True if `null` is valid as one value of the field.
  fileprivate func holdsNull(_ field: MessageField) -> Bool {
    switch field.kind {
    case .enumeration(let type): enums[type].isNullValue
    case .message(let type): messages[type].wellKnown == .value
    default: false
    }
  }
}

extension JSONValue {
  /// The kind of JSON value for error messages.
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

extension JSONMessageParser {
  func scalar(_ json: JSONValue, _ field: MessageField) throws(MessageError) -> FieldValue {
    switch field.kind {
    case .int32, .sint32, .sfixed32: return .int(Int64(try integer(json, field, Int32.self)))
    case .int64, .sint64, .sfixed64: return .int(try integer(json, field, Int64.self))
    case .uint32, .fixed32: return .uint(UInt64(try integer(json, field, UInt32.self)))
    case .uint64, .fixed64: return .uint(try integer(json, field, UInt64.self))
    case .double: return .double(try double(json, field))
    case .float: return .float(try float(json, field))
    case .bool:
      guard case .bool(let value) = json else { throw expected("true or false", json) }
      return .bool(value)
    case .string:
      guard case .string(let text) = json else { throw expected("a string", json) }
      return .string(text)
    case .bytes:
      // Base64 with or without padding, in both alphabets. Text after the padding is rejected.
      guard case .string(let text) = json,
        text.utf8.drop(while: { $0 != Self.padding }).allSatisfy({ $0 == Self.padding }),
        let bytes = Base64.decodeLeniently(text.utf8)
      else { throw expected("Base64", json) }
      return .bytes(bytes)
    case .enumeration(let type): return .enumeration(try enumeration(json, field, schema.enums[type]))
    case .message: throw expected("an object", json)
    }
  }

  /// Parses an integer from a number or a string, including `1.0` and `1e3`.
  private func integer<Number: FixedWidthInteger>(
    _ json: JSONValue, _ field: MessageField, _ type: Number.Type
  ) throws(MessageError) -> Number {
    let text: String
    switch json {
    case .number(let number): text = number
    case .string(let string) where Self.isNumber(string): text = string
    default: throw expected("an integer", json)
    }
    if let value = Number(text) { return value }
    let signs = text.utf8.first.map { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") } == true ? 1 : 0
    if text.utf8.dropFirst(signs).allSatisfy(\.isASCIIDigit),
      text.utf8.contains(where: { $0 != UInt8(ascii: "0") && $0.isASCIIDigit })
    {
      throw error(.outOfRange(text, field.kind.word))
    }
    guard let value = Double(text), value.rounded() == value else { throw expected("an integer", json) }
    guard let number = Number(exactly: value) else { throw error(.outOfRange(text, field.kind.word)) }
    return number
  }

  private func double(_ json: JSONValue, _ field: MessageField) throws(MessageError) -> Double {
    let text: String
    switch json {
    case .number(let number): text = number
    case .string("NaN"): return .nan
    case .string("Infinity"): return .infinity
    case .string("-Infinity"): return -.infinity
    case .string(let string) where Self.isNumber(string): text = string
    default: throw expected("a number", json)
    }
    guard let value = Double(text) else { throw expected("a number", json) }
    guard value.isFinite else { throw error(.outOfRange(text, field.kind.word)) }
    return value
  }

  private func float(_ json: JSONValue, _ field: MessageField) throws(MessageError) -> Float {
    let value = try double(json, field)
    guard !value.isFinite || value.magnitude <= Double(Float.greatestFiniteMagnitude) else {
      throw error(.outOfRange(json.kindWords, field.kind.word))
    }
    return Float(value)
  }

  /// True for digits with a sign, a point and an exponent. Swift would also accept hexadecimal and words.
  private static func isNumber(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0.isASCIIDigit || marks.contains($0) }
  }

  private static let padding = UInt8(ascii: "=")

  private static let marks = Set("+-.eE".utf8)

  /// Parses an enum value from its name or its number.
  private func enumeration(_ json: JSONValue, _ field: MessageField, _ type: EnumType) throws(MessageError) -> Int32 {
    // JSON writes the only value of `NullValue` as `null`. Where `null` means absent, this is not called.
    if json == .null, type.isNullValue { return 0 }
    if case .string(let name) = json {
      if let number = type.number(name) { return number }
      guard Int64(name) != nil else {
        let nearest = nearest(name, type.values.count) { type.values.map(\.name) }
        throw error(.unknownEnumValue(name, of: type.fullName, nearest: nearest))
      }
    }
    let number = try integer(json, field, Int32.self)
    guard !type.isClosed || type.name(number) != nil else {
      throw error(.unknownEnumValue(String(number), of: type.fullName, nearest: nil))
    }
    return number
  }
}

extension JSONMessageParser {
  mutating func wellKnown(
    _ json: JSONValue, _ known: WellKnownType, _ type: Int, _ depth: Int
  ) throws(MessageError) -> DynamicMessage {
    var message = DynamicMessage(type: type)
    switch known {
    case .any: return try any(json, type, depth)
    case .timestamp:
      guard case .string(let text) = json else { throw expected("a time as a string", json) }
      guard let time = SecondsAndNanos(timestamp: text) else { throw error(.invalidTimestamp(text)) }
      set(.int(time.seconds), 1, &message)
      set(.int(time.nanos), 2, &message)
    case .duration:
      guard case .string(let text) = json else { throw expected("a duration as a string", json) }
      guard let time = SecondsAndNanos(duration: text) else { throw error(.invalidDuration(text)) }
      set(.int(time.seconds), 1, &message)
      set(.int(time.nanos), 2, &message)
    case .fieldMask:
      guard case .string(let text) = json else { throw expected("paths with commas between them", json) }
      var paths: [FieldValue] = []
      for part in text.isEmpty ? [] : text.split(separator: ",", omittingEmptySubsequences: false) {
        guard let path = FieldMaskPath.path(part) else { throw error(.invalidFieldMask(String(part))) }
        paths.append(.string(path))
      }
      set(.list(paths), 1, &message)
    case .structure, .listValue:
      guard let field = schema.messages[type].field(number: 1) else { break }
      try take(json, field, &message, depth)
    case .value: try value(json, &message, depth)
    case .wrapper:
      guard let field = schema.messages[type].field(number: 1) else { break }
      message.set(field, try scalar(json, field))
    }
    return message
  }

  private func set(_ value: FieldValue, _ number: Int, _ message: inout DynamicMessage) {
    guard let field = schema.messages[message.type].field(number: number) else { return }
    message.set(field, value)
  }

  /// Parses a `Value`: any JSON. Its fields by number: null, number, string, bool, struct, list.
  private mutating func value(
    _ json: JSONValue, _ message: inout DynamicMessage, _ depth: Int
  ) throws(MessageError) {
    switch json {
    case .null: set(.enumeration(0), 1, &message)
    case .number(let text):
      guard let value = Double(text), value.isFinite else { throw error(.outOfRange(text, "double")) }
      set(.double(value), 2, &message)
    case .string(let text): set(.string(text), 3, &message)
    case .bool(let value): set(.bool(value), 4, &message)
    case .object, .array:
      let number = json.array == nil ? 5 : 6
      guard let inner = schema.messages[message.type].field(number: number)?.messageType else { return }
      set(.message(try self.message(json, as: inner, depth: depth + 1)), number, &message)
    }
  }

  /// Parses an `Any`: `@type` beside the fields of the type, or beside `value` for a well-known type.
  private mutating func any(_ json: JSONValue, _ type: Int, _ depth: Int) throws(MessageError) -> DynamicMessage {
    var message = DynamicMessage(type: type)
    guard case .object(let members) = json else { throw expected("an object with “@type”", json) }
    guard !members.isEmpty else { return message }
    guard let place = members.firstIndex(where: { $0.name == "@type" }), case .string(let url) = members[place].value
    else { throw error(.missingTypeURL) }
    guard let inner = schema.message(ofURL: url) else { throw error(.unknownType(url)) }
    var rest = members
    rest.remove(at: place)
    let content: DynamicMessage
    if schema.messages[inner].wellKnown != nil {
      guard let value = rest.first(where: { $0.name == "value" })?.value else {
        throw error(.expected("“value” beside “@type”", got: "none"))
      }
      if let other = rest.first(where: { $0.name != "value" }) {
        throw error(.unknownField(other.name, in: "an Any of \(schema.messages[inner].fullName)", nearest: nil))
      }
      guard rest.count == 1 else { throw error(.duplicateKey("value")) }
      content = try at(.field("value")) { parser throws(MessageError) in
        try parser.message(value, as: inner, depth: depth + 1)
      }
    } else {
      content = try self.message(rest, as: inner, depth: depth)
    }
    set(.string(url), 1, &message)
    set(.bytes(try schema.encode(content)), 2, &message)
    return message
  }
}
