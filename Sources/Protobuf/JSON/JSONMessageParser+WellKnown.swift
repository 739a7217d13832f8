internal import Basics

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
    case .structure: set(.map(try structure(json, type, depth)), 1, &message)
    case .listValue:
      guard case .array(let items) = json else { throw expected("an array", json) }
      set(.list(try list(items, type, depth)), 1, &message)
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

  private mutating func structure(_ json: JSONValue, _ type: Int, _ depth: Int) throws(MessageError) -> MapValue {
    guard case .object(let members) = json else { throw expected("an object", json) }
    var map = MapValue()
    guard let field = schema.messages[type].field(number: 1), let inner = schema.mapEntry(field)?.value.messageType
    else {
      return map
    }
    var seen: Set<String> = []
    for member in members {
      try step(.key(member.name)) { parser throws(MessageError) in
        guard seen.insert(member.name).inserted else { throw parser.error(.duplicateKey(member.name)) }
        map.set(
          .string(member.name), .message(try parser.message(member.value, as: inner, depth: depth + 1)))
      }
    }
    return map
  }

  private mutating func list(_ items: [JSONValue], _ type: Int, _ depth: Int) throws(MessageError) -> [FieldValue] {
    guard let inner = schema.messages[type].field(number: 1)?.messageType else { return [] }
    var values: [FieldValue] = []
    for (index, item) in items.enumerated() {
      try step(.index(index)) { parser throws(MessageError) in
        values.append(.message(try parser.message(item, as: inner, depth: depth + 1)))
      }
    }
    return values
  }

  /// A `Value`: any JSON. Its fields are, by number: null, number, string, bool, struct, list.
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

  /// An `Any`: `@type`, and the fields of the type beside it; or its text in `value`, for a well-known type.
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
