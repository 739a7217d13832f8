public import Basics
import Essentials

extension JSONValue: Codable {
  /// The JSON encoding of a value, with object members sorted by name.
  /// - Throws: `RequestError.body` with the coding path of the value that cannot be encoded.
  public init(encoding value: some Encodable) throws(RequestError) {
    do {
      self = try Self.encoded(value, JSONEncoder())
    } catch {
      throw .body(RequestConfig.Body.words(for: error))
    }
  }

  /// The JSON encoding of a value that a part of a request is set to, with dates in ISO 8601.
  /// - Throws: `RequestError.configuration` with the name of the part.
  init(encoding value: some Encodable, for part: String) throws(RequestError) {
    do {
      self = try Self.encoded(value, Self.partEncoder)
    } catch {
      throw .configuration("\(part): \(RequestConfig.Body.words(for: error))", cause: .init(error))
    }
  }

  private static var partEncoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    return encoder
  }

  private static func encoded(_ value: some Encodable, _ encoder: @autoclosure () -> JSONEncoder) throws -> JSONValue {
    // The usual types need no coder.
    switch value {
    case let json as JSONValue: json
    case let text as String: .string(text)
    case let number as Int: JSONValue(integerLiteral: number)
    case let number as Double where number.isFinite: JSONValue(floatLiteral: number)
    case let flag as Bool: .bool(flag)
    default: try JSONDecoder().decode(JSONValue.self, from: encoder().encode(value))
    }
  }

  /// Decodes any JSON, with object members sorted by name.
  public init(from decoder: any Decoder) throws {
    // Not an object: try an array.
    if let container = try? decoder.container(keyedBy: Key.self) {
      self = .object(
        try container.allKeys.sorted { $0.stringValue < $1.stringValue }.map { key in
          Member(key.stringValue, try container.decode(JSONValue.self, forKey: key))
        })
      return
    }
    // Not an array either: it is a single value.
    if var container = try? decoder.unkeyedContainer() {
      var items: [JSONValue] = []
      while !container.isAtEnd { items.append(try container.decode(JSONValue.self)) }
      self = .array(items)
      return
    }
    self = try Self.single(from: decoder.singleValueContainer())
  }

  private static func single(from container: any SingleValueDecodingContainer) throws -> JSONValue {
    if container.decodeNil() { return .null }
    // Each failure means another type, which is tried next; the last error is thrown.
    if let flag = try? container.decode(Bool.self) { return .bool(flag) }
    if let number = try? container.decode(Int64.self) { return .number(String(number)) }
    if let number = try? container.decode(UInt64.self) { return .number(String(number)) }
    if let number = try? container.decode(Double.self) { return .number("\(number)") }
    return .string(try container.decode(String.self))
  }

  /// Encodes the value; a number that is not valid JSON throws `EncodingError.invalidValue`.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var container = encoder.container(keyedBy: Key.self)
      for member in members { try container.encode(member.value, forKey: Key(stringValue: member.name)) }
    case .array(let items):
      var container = encoder.unkeyedContainer()
      for item in items { try container.encode(item) }
    default:
      var container = encoder.singleValueContainer()
      switch self {
      case .bool(let flag): try container.encode(flag)
      case .string(let text): try container.encode(text)
      case .number(let digits): try Self.encode(number: digits, to: &container)
      default: try container.encodeNil()
      }
    }
  }

  private static func encode(number digits: String, to container: inout any SingleValueEncodingContainer) throws {
    if let number = Int64(digits) { return try container.encode(number) }
    if let number = UInt64(digits) { return try container.encode(number) }
    guard let number = Double(digits) else {
      throw EncodingError.invalidValue(
        digits, .init(codingPath: container.codingPath, debugDescription: "'\(digits)' is not a number"))
    }
    try container.encode(number)
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
