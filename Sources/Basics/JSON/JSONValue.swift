/// A JSON value that keeps the order of members, duplicate members, and numbers as written.
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// The number as written in the text, with all its digits.
  case number(String)
  /// A string, unescaped.
  case string(String)
  /// The elements, in order.
  case array([JSONValue])
  /// The members, in order, duplicates kept.
  case object([Member])

  /// One `"name": value` of an object. If a name occurs twice, lookup finds the first.
  public struct Member: Hashable, Sendable {
    /// Unescaped.
    public var name: String
    /// The member's value.
    public var value: JSONValue

    /// One member.
    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The member with this name. Setting it to `nil` removes it. Setting it on anything but an object creates an object.
  public subscript(name: String) -> JSONValue? {
    get {
      guard case .object(let members) = self else { return nil }
      return members.first { $0.name == name }?.value
    }
    set {
      var members: [Member] = []
      if case .object(let own) = self { members = own }
      let place = members.firstIndex { $0.name == name }
      switch (newValue, place) {
      case (let value?, let index?): members[index].value = value
      case (let value?, nil): members.append(Member(name, value))
      case (nil, let index?): members.remove(at: index)
      case (nil, nil): break
      }
      self = .object(members)
    }
  }

  /// The names of an object's members; none for any other value.
  package var memberNames: [String] { if case .object(let members) = self { members.map(\.name) } else { [] } }

  /// The object with the values of these members replaced in place; a member whose new value is `nil` is unchanged.
  package func replacing(_ values: [String: JSONValue?]) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.map { Member($0.name, (values[$0.name] ?? nil) ?? $0.value) })
  }

  /// The text of a string; `nil` for any other value.
  public var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The elements of an array; `nil` for any other value.
  public var array: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
  /// The members of an object; `nil` for any other value.
  package var members: [Member]? { if case .object(let members) = self { members } else { nil } }
  /// The number, rounded to the nearest `Double`; `nil` for any other value.
  public var double: Double? { if case .number(let text) = self { Double(text) } else { nil } }
  /// The number, rounded to the nearest integer; `nil` for any other value.
  public var int: Int? { integer ?? double.flatMap { Int(exactly: $0.rounded()) } }
  /// The value of a number written as an integer: neither `1.0` nor `1e3`.
  package var integer: Int? { if case .number(let text) = self { Int(text) } else { nil } }
  /// The value of `true` or `false`; `nil` for any other value.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// An object of the members whose value is not `nil`.
  package static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }

  package static func int(_ value: Int) -> JSONValue { .number(String(value)) }
  package static func text(_ value: String?) -> JSONValue? { value.map { .string($0) } }
  /// `nil` for an empty text, so that `object` omits it.
  package static func filled(_ text: String) -> JSONValue? { text.isEmpty ? nil : .string(text) }
  /// `nil` for an empty list.
  package static func filled(_ items: [JSONValue]) -> JSONValue? { items.isEmpty ? nil : .array(items) }
  /// `nil` for `false`.
  package static func flag(_ value: Bool) -> JSONValue? { value ? .bool(true) : nil }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .number(String(value)) }
  /// A number that JSON cannot express (infinite, NaN) becomes `null`.
  public init(floatLiteral value: Double) { self = value.isFinite ? .number("\(value)") : .null }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}

extension JSONValue {
  /// JSON (RFC 8259) on one line, without white space. All control characters are escaped.
  public var text: String { String(decoding: compact, as: UTF8.self) }

  /// `text` as bytes.
  package var compact: [UInt8] {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return bytes
  }

  /// JSON on several lines, indented by two spaces, for people.
  package var pretty: String {
    var bytes: [UInt8] = []
    write(into: &bytes, indent: 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(into bytes: inout [UInt8], indent: Int? = nil) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .number(let text): bytes += text.utf8
    case .string(let text): JSONString.write(text, into: &bytes)
    case .array(let items):
      write(items.count, "[", "]", into: &bytes, indent) { index, bytes, inner in
        items[index].write(into: &bytes, indent: inner)
      }
    case .object(let members):
      write(members.count, "{", "}", into: &bytes, indent) { index, bytes, inner in
        JSONString.write(members[index].name, into: &bytes)
        bytes += (inner == nil ? ":" : ": ").utf8
        members[index].value.write(into: &bytes, indent: inner)
      }
    }
  }

  private func write(
    _ count: Int, _ open: String, _ close: String, into bytes: inout [UInt8], _ indent: Int?,
    each: (Int, inout [UInt8], Int?) -> Void
  ) {
    bytes += open.utf8
    for index in 0..<count {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      if let indent { bytes += [0x0A] + Array(repeating: 0x20, count: 2 * (indent + 1)) }
      each(index, &bytes, indent.map { $0 + 1 })
    }
    if let indent, count > 0 { bytes += [0x0A] + Array(repeating: 0x20, count: 2 * indent) }
    bytes += close.utf8
  }
}
