/// A JSON document for assertions: `value["response"]["status"].int`.
enum JSONValue: Decodable, Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  subscript(key: String) -> JSONValue {
    if case .object(let members) = self { return members[key] ?? .null }
    return .null
  }

  subscript(index: Int) -> JSONValue {
    if case .array(let elements) = self, elements.indices.contains(index) { return elements[index] }
    return .null
  }

  var int: Int? { if case .number(let value) = self { Int(value) } else { nil } }
  var double: Double? { if case .number(let value) = self { Double(value) } else { nil } }
  var string: String? { if case .string(let value) = self { value } else { nil } }
  var array: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}
