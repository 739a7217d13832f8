/// A JSON value with its members in order and its numbers as written: what the history and the checks of answers read.
public indirect enum JSONNode: Hashable, Sendable {
  case null
  case bool(Bool)
  /// As written, no digit lost.
  case number(String)
  case string(String)
  case array([JSONNode])
  case object([Member])

  /// One `"name": value` of an object; of two with one name the first is found.
  public struct Member: Hashable, Sendable {
    public var name: String
    public var value: JSONNode

    public init(_ name: String, _ value: JSONNode) {
      self.name = name
      self.value = value
    }
  }

  public subscript(name: String) -> JSONNode? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The object with other values for these of its members, at their places; a member without a value is left as it is.
  func replacing(_ values: [String: JSONNode?]) -> JSONNode {
    guard case .object(let members) = self else { return self }
    return .object(members.map { Member($0.name, (values[$0.name] ?? nil) ?? $0.value) })
  }

  public var string: String? { if case .string(let text) = self { text } else { nil } }
  public var array: [JSONNode]? { if case .array(let items) = self { items } else { nil } }
  public var double: Double? { if case .number(let text) = self { Double(text) } else { nil } }
  public var int: Int? { double.flatMap { Int(exactly: $0.rounded()) } }
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// An object of the members that have a value.
  static func object(_ members: KeyValuePairs<String, JSONNode?>) -> JSONNode {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }

  static func int(_ value: Int) -> JSONNode { .number(String(value)) }
  static func text(_ value: String?) -> JSONNode? { value.map { .string($0) } }
}
