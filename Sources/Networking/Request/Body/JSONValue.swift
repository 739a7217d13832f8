/// JSON put together by hand: members in the order in which they were written, numbers as they were typed.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// The digits as they will stand in the text.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// One name of an object with its value.
  public struct Member: Hashable, Sendable {
    public var name: String
    public var value: JSONValue

    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The member of that name; setting to `nil` removes it, setting on anything but an object makes it one.
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

  /// As JSON (RFC 8259), without white space.
  public var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let digits): digits
    case .string(let text): Self.quoted(text)
    case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { Self.quoted($0.name) + ":" + $0.value.text }.joined(separator: ",") + "}"
    }
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .number(String(value)) }
  /// A number that JSON cannot say (infinite, not a number) is `null`.
  public init(floatLiteral value: Double) { self = value.isFinite ? .number("\(value)") : .null }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
