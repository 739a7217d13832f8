internal import Basics

extension JSONPrinter {
  mutating func wellKnown(_ message: DynamicMessage, _ type: WellKnownType) throws(MessageError) -> JSONValue {
    switch type {
    case .any: return try any(message)
    case .duration, .timestamp:
      let time = SecondsAndNanos(seconds: message.int(1), nanos: message.int(2))
      if let text = type == .duration ? time.durationText : time.timestampText { return .string(text) }
      let words = "\(time.seconds) s, \(time.nanos) ns"
      return try problem(
        type == .duration ? .invalidDuration(words) : .invalidTimestamp(words),
        .object(["seconds": .string(String(time.seconds)), "nanos": .number(String(time.nanos))]))
    case .fieldMask: return try fieldMask(message)
    case .structure:
      guard case .map(let map) = message[1] else { return .object([]) }
      var members: [JSONValue.Member] = []
      for entry in map.entries {
        guard case .message(let value) = entry.value else { continue }
        let key = try key(entry.key)
        let json = try at(.key(key)) { printer throws(MessageError) in try printer.message(value) }
        members.append(JSONValue.Member(key, json))
      }
      return .object(members)
    case .value: return try oneValue(message)
    case .listValue:
      guard case .list(let values) = message[1] else { return .array([]) }
      var items: [JSONValue] = []
      for (index, value) in values.enumerated() {
        guard case .message(let value) = value else { continue }
        items.append(try at(.index(index)) { printer throws(MessageError) in try printer.message(value) })
      }
      return .array(items)
    case .wrapper:
      guard let field = schema.messages[message.type].field(number: 1) else { return .null }
      return try value(message[1] ?? field.kind.zero(schema), field)
    }
  }

  /// The set one of the kinds of a `Value`.
  private mutating func oneValue(_ message: DynamicMessage) throws(MessageError) -> JSONValue {
    guard let (number, content) = message.values.first else { return .null }
    if case .double(let double) = content, !double.isFinite {
      return try problem(.notFinite, .string(double.isNaN ? "NaN" : double < 0 ? "-Infinity" : "Infinity"))
    }
    guard number > 1, let field = schema.field(number: number, in: message.type) else { return .null }
    return try value(content, field)
  }

  private mutating func any(_ message: DynamicMessage) throws(MessageError) -> JSONValue {
    let url = message.string(1)
    guard case .bytes(let bytes) = message[2] ?? .bytes([]), !(url.isEmpty && bytes.isEmpty) else { return .object([]) }
    let head = JSONValue.Member("@type", .string(url))
    func undecoded() -> JSONValue { .object([head, JSONValue.Member("value", .string(Base64.encode(bytes)))]) }
    guard let type = schema.message(ofURL: url) else { return try problem(.unknownType(url), undecoded()) }
    let content: DynamicMessage
    do { content = try schema.decode(bytes, as: type) } catch { return try problem(.wire(error), undecoded()) }
    guard schema.messages[type].wellKnown == nil else {
      return .object([head, JSONValue.Member("value", try self.message(content))])
    }
    guard path.steps.count < 1000 else { return try problem(.tooDeep(limit: 1000), undecoded()) }
    return .object([head] + (try members(content)))
  }

  private mutating func fieldMask(_ message: DynamicMessage) throws(MessageError) -> JSONValue {
    guard case .list(let paths) = message[1] else { return .string("") }
    var texts: [String] = []
    for path in paths {
      guard case .string(let path) = path else { continue }
      guard let text = FieldMaskPath.jsonText(path) else {
        let all = paths.map { if case .string(let text) = $0 { JSONValue.string(text) } else { JSONValue.null } }
        return try problem(.invalidFieldMask(path), .object(["paths": .array(all)]))
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
  /// The place of the type that the URL of an `Any` names: what follows its last slash.
  package func message(ofURL url: String) -> Int? {
    message(named: url.lastIndex(of: "/").map { String(url[url.index(after: $0)...]) } ?? url)
  }
}
