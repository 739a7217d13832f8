/// How values that are not plain text become rows of a query or a form. Servers differ, so there is no right one.
public struct ParameterStyle: Hashable, Sendable {
  /// How several values of one name are written.
  public enum Arrays: Hashable, Sendable {
    /// `a=1&a=2`
    case repeated
    /// `a[]=1&a[]=2`
    case brackets
    /// `a=1,2`
    case commas
    /// `a[0]=1&a[1]=2`
    case indexed
  }

  /// How yes and no are written.
  public enum Booleans: Hashable, Sendable {
    /// `true` and `false`
    case literal
    /// `1` and `0`
    case number
  }

  /// Default `.repeated`.
  public var arrays: Arrays
  /// Default `.literal`.
  public var booleans: Booleans

  /// By default `a=1&a=2` and `true`.
  public init(arrays: Arrays = .repeated, booleans: Booleans = .literal) {
    self.arrays = arrays
    self.booleans = booleans
  }

  /// The rows for a value: one for plain values, none for `null`, `name[key]` for the members of an object.
  func rows(_ name: String, _ value: JSONValue) -> [(name: String, value: String)] {
    switch value {
    case .null: return []
    case .bool, .number, .string: return [(name, text(value))]
    case .object(let members): return members.flatMap { rows("\(name)[\($0.name)]", $0.value) }
    case .array(let items):
      switch arrays {
      case .repeated: return items.flatMap { rows(name, $0) }
      case .brackets: return items.flatMap { rows(name + "[]", $0) }
      case .indexed: return items.enumerated().flatMap { rows("\(name)[\($0.offset)]", $0.element) }
      case .commas: return items.isEmpty ? [] : [(name, items.map(text).joined(separator: ","))]
      }
    }
  }

  private func text(_ value: JSONValue) -> String {
    switch value {
    case .bool(let flag): booleans == .literal ? (flag ? "true" : "false") : (flag ? "1" : "0")
    case .string(let text): text
    case .null: ""
    default: value.text
    }
  }
}

extension Query {
  /// Adds the rows that `value` becomes in that style.
  public mutating func append(_ name: String, _ value: JSONValue, style: ParameterStyle = ParameterStyle()) {
    for row in style.rows(name, value) { append(row.name, row.value) }
  }
}

extension Form {
  /// Adds the fields that `value` becomes in that style.
  public mutating func append(_ name: String, _ value: JSONValue, style: ParameterStyle = ParameterStyle()) {
    for row in style.rows(name, value) { append(row.name, row.value) }
  }

  /// The members of a value, by name, in that style.
  /// - Throws: `RequestError.body` when it cannot be encoded or is not an object.
  public init(encoding value: some Encodable, style: ParameterStyle = ParameterStyle()) throws(RequestError) {
    self.init()
    guard case .object(let members) = try JSONValue(encoding: value) else {
      throw .body("a form is made of named values; \(type(of: value)) is not encoded as an object")
    }
    for member in members { append(member.name, member.value, style: style) }
  }
}
