internal import Basics

/// Writes messages as JSON with the defaults of Python's `google.protobuf.json_format`: names in lower camel case, only
/// fields that are present, in the order of their numbers.
///
/// https://protobuf.dev/programming-guides/json
struct JSONPrinter: MessageWalk {
  let schema: ProtobufSchema
  /// True to write fields without presence even if they have their defaults.
  var emitsDefaults = false
  var path = MessagePath()
  private(set) var notices: [MessageError] = []
  private var levels = 0

  /// Limits `Any` values nested in `Any` values: the bytes of each one start a new level count.
  private static let deepest = 200
  private static let mostNotices = 100

  init(_ schema: ProtobufSchema) { self.schema = schema }

  mutating func message(_ message: DynamicMessage) -> JSONValue {
    levels += 1
    defer { levels -= 1 }
    guard levels <= Self.deepest else { return problem(.tooDeep(limit: Self.deepest), .object([])) }
    if let known = schema.messages[message.type].wellKnown { return wellKnown(message, known) }
    return .object(members(message))
  }

  mutating func members(_ message: DynamicMessage) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    members.reserveCapacity(message.values.count)
    for number in numbers(of: message) {
      guard let field = schema.field(number: number, in: message.type) else { continue }
      let key = field.jsonKey
      guard let value = message[number] else {
        members.append(JSONValue.Member(key, initial(field)))
        continue
      }
      let json = at(.field(key)) { printer in printer.field(value, field) }
      members.append(JSONValue.Member(key, json))
    }
    if !message.unknown.isEmpty { note(.unknownNumbers(message.unknownNumbers)) }
    return members
  }

  /// The numbers of the fields to write, in order.
  private func numbers(of message: DynamicMessage) -> [Int] {
    guard emitsDefaults else { return message.values.keys.sorted() }
    let fields = schema.messages[message.type].fields.filter { !$0.hasPresence }
    return Set(message.values.keys).union(fields.map(\.number)).sorted()
  }

  private func initial(_ field: MessageField) -> JSONValue {
    if field.isRepeated { return schema.mapEntry(field) == nil ? .array([]) : .object([]) }
    return field.startValue(in: schema)
  }

  private mutating func field(_ value: FieldValue, _ field: MessageField) -> JSONValue {
    switch value {
    case .list(let values):
      var items: [JSONValue] = []
      items.reserveCapacity(values.count)
      for (index, value) in values.enumerated() {
        items.append(at(.index(index)) { printer in printer.value(value, field) })
      }
      return .array(items)
    case .map(let map):
      guard let (_, of) = schema.mapEntry(field) else { return .object([]) }
      var members: [JSONValue.Member] = []
      members.reserveCapacity(map.entries.count)
      for entry in map.entries {
        let key = key(entry.key)
        let json = at(.key(key)) { printer in printer.value(entry.value, of) }
        members.append(JSONValue.Member(key, json))
      }
      return .object(members)
    default: return self.value(value, field)
    }
  }

  mutating func key(_ value: FieldValue) -> String {
    guard case .bytes(let bytes) = value else { return value.keyText }
    let text = String(decoding: bytes, as: UTF8.self)
    _ = problem(.invalidText, .string(text))
    return text
  }

  mutating func value(_ value: FieldValue, _ field: MessageField) -> JSONValue {
    switch value {
    case .int(let value):
      let is64 = field.kind == .int64 || field.kind == .sint64 || field.kind == .sfixed64
      return is64 ? .string(String(value)) : .number(String(value))
    case .uint(let value):
      return field.kind == .uint64 || field.kind == .fixed64 ? .string(String(value)) : .number(String(value))
    case .float(let value): return Self.number(value)
    case .double(let value): return Self.number(value)
    case .bool(let value): return .bool(value)
    case .string(let text): return .string(text)
    case .bytes(let bytes) where field.kind == .string:
      return problem(.invalidText, .string(String(decoding: bytes, as: UTF8.self)))
    case .bytes(let bytes): return .string(Base64.encode(bytes))
    case .enumeration(let number): return enumeration(number, field)
    case .message(let message): return self.message(message)
    case .list, .map: return .null
    }
  }

  /// A number with as few digits as its type needs.
  static func number(_ value: some BinaryFloatingPoint & LosslessStringConvertible) -> JSONValue {
    if value.isNaN { return .string("NaN") }
    if value.isInfinite { return .string(value < 0 ? "-Infinity" : "Infinity") }
    return .number(value.description)
  }

  private mutating func enumeration(_ number: Int32, _ field: MessageField) -> JSONValue {
    guard case .enumeration(let place) = field.kind else { return .number(String(number)) }
    let type = schema.enums[place]
    if type.isNullValue { return .null }
    if let name = type.name(number) { return .string(name) }
    guard type.isClosed else { return .number(String(number)) }
    return problem(
      .unknownEnumValue(String(number), of: type.fullName, nearest: nil), .number(String(number)))
  }

  /// Notes a value that JSON cannot express and returns a readable form.
  mutating func problem(_ reason: MessageError.Reason, _ readable: JSONValue) -> JSONValue {
    note(reason)
    return readable
  }

  private mutating func note(_ reason: MessageError.Reason) {
    if notices.count < Self.mostNotices { notices.append(error(reason)) }
  }
}

extension DynamicMessage {
  /// The distinct numbers of the unknown fields.
  package var unknownNumbers: [Int] {
    var reader = WireReader(unknown)
    var numbers: Set<Int> = []
    // The decoder has validated these bytes, so an error can only be their end.
    while let field = try? reader.next() {
      numbers.insert(field.number)
      guard case .groupStart = field.value else { continue }
      // The decoder has validated the group, so it has an end.
      try? reader.skipGroup(field.number, depth: WireReader.deepest)
    }
    return numbers.sorted()
  }
}

extension JSONPrinter {
  mutating func wellKnown(_ message: DynamicMessage, _ type: WellKnownType) -> JSONValue {
    switch type {
    case .any: return any(message)
    case .duration, .timestamp:
      let time = SecondsAndNanos(seconds: message.int(1), nanos: message.int(2))
      if let text = type == .duration ? time.durationText : time.timestampText { return .string(text) }
      let words = "\(time.seconds) s, \(time.nanos) ns"
      return problem(
        type == .duration ? .invalidDuration(words) : .invalidTimestamp(words),
        .object(["seconds": .string(String(time.seconds)), "nanos": .number(String(time.nanos))]))
    case .fieldMask: return fieldMask(message)
    case .structure, .listValue:
      guard let field = schema.messages[message.type].field(number: 1) else { return .null }
      guard let content = message[1] else { return initial(field) }
      return self.field(content, field)
    case .value: return oneValue(message)
    case .wrapper:
      guard let field = schema.messages[message.type].field(number: 1) else { return .null }
      return value(message[1] ?? field.kind.zero(schema), field)
    }
  }

  private mutating func oneValue(_ message: DynamicMessage) -> JSONValue {
    guard let (number, content) = message.values.first else { return .null }
    if case .double(let double) = content, !double.isFinite {
      return problem(.notFinite, Self.number(double))
    }
    guard number > 1, let field = schema.field(number: number, in: message.type) else { return .null }
    return value(content, field)
  }

  private mutating func any(_ message: DynamicMessage) -> JSONValue {
    let url = message.string(1)
    guard case .bytes(let bytes) = message[2] ?? .bytes([]), !(url.isEmpty && bytes.isEmpty) else { return .object([]) }
    let head = JSONValue.Member("@type", .string(url))
    func undecoded() -> JSONValue { .object([head, JSONValue.Member("value", .string(Base64.encode(bytes)))]) }
    guard let type = schema.message(ofURL: url) else { return problem(.unknownType(url), undecoded()) }
    let content: DynamicMessage
    do { content = try schema.decode(bytes, as: type) } catch { return problem(.wire(error), undecoded()) }
    guard schema.messages[type].wellKnown == nil else {
      return .object([head, JSONValue.Member("value", self.message(content))])
    }
    guard path.steps.count < 1000 else { return problem(.tooDeep(limit: 1000), undecoded()) }
    return .object([head] + members(content))
  }

  private mutating func fieldMask(_ message: DynamicMessage) -> JSONValue {
    guard case .list(let paths) = message[1] else { return .string("") }
    var texts: [String] = []
    for path in paths {
      guard case .string(let path) = path else { continue }
      guard let text = FieldMaskPath.jsonText(path) else {
        let all = paths.map { if case .string(let text) = $0 { JSONValue.string(text) } else { JSONValue.null } }
        return problem(.invalidFieldMask(path), .object(["paths": .array(all)]))
      }
      texts.append(text)
    }
    return .string(texts.joined(separator: ","))
  }
}

extension DynamicMessage {
  func int(_ number: Int) -> Int64 { if case .int(let value) = self[number] { value } else { 0 } }
  func string(_ number: Int) -> String { if case .string(let text) = self[number] { text } else { "" } }
}

extension ProtobufSchema {
  /// The index of the message type named by an `Any` URL: the text after its last slash.
  package func message(ofURL url: String) -> Int? {
    message(named: url.lastIndex(of: "/").map { String(url[url.index(after: $0)...]) } ?? url)
  }
}

extension MessageField {
  /// An initial value for a field that is not a message: its default, or the zero of its kind.
  ///
  /// Servers may declare any text as default; one that does not fit the kind is ignored.
  func startValue(in schema: ProtobufSchema) -> JSONValue {
    let text = defaultValue ?? ""
    return switch kind {
    case .int32, .sint32, .sfixed32: .number(String(Int32(text) ?? 0))
    case .uint32, .fixed32: .number(String(UInt32(text) ?? 0))
    case .int64, .sint64, .sfixed64: .string(String(Int64(text) ?? 0))
    case .uint64, .fixed64: .string(String(UInt64(text) ?? 0))
    case .double: Self.decimal(text, upTo: Double.greatestFiniteMagnitude)
    case .float: Self.decimal(text, upTo: Double(Float.greatestFiniteMagnitude))
    case .bool: .bool(text == "true")
    case .string: .string(text)
    case .bytes: .string("")
    case .enumeration(let type) where schema.enums[type].isNullValue: .null
    case .enumeration(let type): .string(Self.value(named: text, of: schema.enums[type]))
    case .message: .null
    }
  }

  /// Compilers write defaults in C syntax: `inf`, `nan`.
  private static func decimal(_ text: String, upTo largest: Double) -> JSONValue {
    guard let value = Double(text) else { return .number("0") }
    return value.isFinite && value.magnitude > largest ? .number("0") : JSONPrinter.number(value)
  }

  private static func value(named text: String, of type: EnumType) -> String {
    type.number(text) == nil ? type.values.first?.name ?? "" : text
  }
}
