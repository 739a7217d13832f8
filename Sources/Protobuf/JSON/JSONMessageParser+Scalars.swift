internal import Basics

extension JSONMessageParser {
  /// The value of a field that is no message.
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
      // With or without padding, in both alphabets; what follows padding is no part of it.
      guard case .string(let text) = json,
        text.utf8.drop(while: { $0 != Self.padding }).allSatisfy({ $0 == Self.padding }),
        let bytes = Base64.decodeLeniently(text.utf8)
      else { throw expected("Base64", json) }
      return .bytes(bytes)
    case .enumeration(let type): return .enumeration(try enumeration(json, field, schema.enums[type]))
    case .message: throw expected("an object", json)
    }
  }

  /// An integer as a number or a string, also as `1.0` and `1e3`.
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

  /// Digits with a sign, a point and an exponent: neither hexadecimal nor a word, which Swift reads, too.
  private static func isNumber(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0.isASCIIDigit || marks.contains($0) }
  }

  private static let padding = UInt8(ascii: "=")

  private static let marks = Set("+-.eE".utf8)

  /// The name of a value, or its number.
  private func enumeration(_ json: JSONValue, _ field: MessageField, _ type: EnumType) throws(MessageError) -> Int32 {
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
